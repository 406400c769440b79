package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets tests run this program as a process: with RUN_ASSAY in the
// environment the test binary is assay.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_ASSAY") != "" {
		os.Unsetenv("RUN_ASSAY")
		main()
	}
	if args := os.Getenv("COUNT_ALLOCATIONS"); args == "every definition" {
		countAllocations([]string{args})
	} else if args != "" {
		countAllocations(strings.Fields(args))
	}
	os.Exit(m.Run())
}

const (
	board1 = "../../fixtures/csg/board-1.txt"
	board3 = "../../fixtures/csg/board-3.txt"
	both   = "../../fixtures/csg"
)

// outcome is the result of one run of the program.
type outcome struct {
	code        int
	out, errors string
}

// desk runs the program on an archive of its own.
type desk struct {
	t    *testing.T
	data string
}

func newDesk(t *testing.T) desk { return desk{t, filepath.Join(t.TempDir(), "data")} }

// imported returns a desk with the two games of the page in its archive.
func imported(t *testing.T) desk {
	d := newDesk(t)
	d.done("import", both)
	return d
}

func (d desk) run(stdin string, args ...string) outcome {
	var out, errors bytes.Buffer
	environ := []string{"ASSAY_DATA=" + d.data}
	code := run(d.t.Context(), args, environ, strings.NewReader(stdin), &out, &errors)
	return outcome{code, out.String(), errors.String()}
}

// done runs a command that must succeed and returns its output.
func (d desk) done(args ...string) string {
	d.t.Helper()
	o := d.run("", args...)
	if o.code != exitDone {
		d.t.Fatalf("assay %s: exit %d\n%s%s", strings.Join(args, " "), o.code, o.out, o.errors)
	}
	return o.out
}

// objects parses one JSON object per line.
func objects(t *testing.T, text string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(text) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("%v in line %q", err, line)
		}
		all = append(all, one)
	}
	return all
}

func TestExitCodes(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.txt")
	writeFile(t, bad, "VariantName=Copper, Silver, Gold (board 1)\n1. Wildcard x1 - b7\n")
	taken := filepath.Join(t.TempDir(), "taken.db")
	writeFile(t, taken, "")
	d := imported(t)
	for _, c := range []struct {
		name string
		args string
		code int
		says string // on standard error
	}{
		{"legal", "verify " + both, exitDone, "2 games in 2 files: 2 legal; 309 legal plies"},
		{"illegal", "verify " + bad, exitFaults, "1 illegal"},
		{"no such file", "verify nosuch.txt", exitUsage, "assay: nosuch.txt: no such file or folder"},
		{"no such folder to import", "import nosuch/", exitUsage, "assay: nosuch/: no such file or folder"},
		{"no such folder to serve", "serve nosuch/", exitUsage, "assay: nosuch/: no such file or folder"},
		{"no such record", "moves --record nosuch.txt", exitUsage, "--record: nosuch.txt: no such file or folder"},
		{"misspelt command", "verfy x", exitUsage, "verify was probably meant"},
		{"help with a misspelt command", "help verfy", exitUsage, "verify was probably meant"},
		{"misspelt flag", "list --varient csg-1", exitUsage, "--varient: unknown flag; --variant was probably meant\nusage: assay list [flags]; `assay help list` shows more"},
		{"sorted by what is no column", "list --sort colour", exitUsage, `--sort: sort "colour": expected id, variant, first`},
		{"another spelling of colour", "list --player tal --color second", exitDone, "0 of 0 games"},
		{"unknown colour", "explorer --variant csg-1 --player tal --color green", exitUsage,
			`--colour: "green": expected Red, Cyan, first or second`},
		{"colour of no player", "list --colour white", exitUsage, `--colour: "white": expected the player too`},
		{"unknown short flag", "list -x", exitUsage, "-x: unknown flag"},
		{"misspelt variant", "moves --variant ches", exitUsage, `--variant: variant is not defined: "ches"; "chess" was probably meant`},
		{"misspelt variant of a card", "variants ches", exitFaults, `"chess" was probably meant`},
		{"not a record", "verify program_test.go", exitFaults, "1 unreadable"},
		{"import of an illegal record", "import " + bad, exitFaults, "1 illegal; 0 legal plies; 1 added"},
		{"no game", "show 99", exitFaults, "game 99"},
		{"no ply", "show 1 --ply 111", exitFaults, "0 to 110"},
		{"no such record in the file", "show --game 2 --record " + board1, exitFaults, "no game 2"},
		{"no variant", "variants nosuch", exitFaults, "nosuch"},
		{"no archive", "--data nosuch list", exitFaults, "nosuch"},
		{"backup over a file", "backup " + taken, exitFaults, "taken.db"},
		{"a search without a hit", "search --query player:nobody", exitDone, "0 of 0 games"},
		{"undamaged", "check", exitDone, "no errors found"},
		{"help", "help import", exitDone, ""},
		{"version", "--version", exitDone, ""},

		{"no command", "", exitUsage, "name a command"},
		{"unknown command", "verfy x", exitUsage, `"verfy"`},
		{"unknown flag", "list --varient csg-1", exitUsage, "--varient"},
		{"flag without value", "list --variant", exitUsage, "assay: --variant: a value is missing\nusage: assay list"},
		{"no number", "list --limit all", exitUsage, "assay: --limit: \"all\": expected a whole number\nusage: assay list"},
		{"a number below 0", "analyse --variant chess --nodes -1", exitUsage, `assay: --nodes: "-1": expected a whole number from 0`},
		{"no ply's number", "show 1 --ply last", exitUsage, `assay: --ply: "last": expected a number of at least 0`},
		{"no time", "search --timeout 5", exitUsage, `assay: --timeout: "5": expected a time such as 2s`},
		{"neither yes nor no", "list --deleted=perhaps", exitUsage, `assay: --deleted: "perhaps": expected true or false`},
		{"no path", "verify", exitUsage, "PATH"},
		{"no game named", "export", exitUsage, "GAME"},
		{"no number of a game", "show first", exitUsage, `GAME: "first"`},
		{"game and record", "show 1 --record " + board1, exitUsage, "--record"},
		{"ply below 0", "show 1 --ply -1", exitUsage, "--ply"},
		{"game below 1", "show --game 0 --record " + board1, exitUsage, "--game"},
		{"unknown format to read", "verify --format morse " + board1, exitUsage, "--format"},
		{"unknown format to write", "export 1 --as morse", exitUsage, "--as"},
		{"unknown format to show", "show 1 --as numbered", exitUsage, "--as"},
		{"two games in one picture", "export 1 2 --as svg", exitUsage, "--as"},
		{"unknown variant", "moves --variant nosuch", exitUsage, "--variant"},
		{"no variant named", "moves", exitUsage, "--variant"},
		{"moves as no notation has them", "moves --variant chess --as morse", exitUsage, `--as: "morse": expected a notation for this variant`},
		{"moves in no notation", "moves --variant chess --notation morse", exitUsage, `--notation: "morse": expected a notation for this variant`},
		{"a count as no notation has it", "perft 1 --variant chess --as morse", exitUsage, `--as: "morse": expected a notation for this variant`},
		{"unknown option", "moves --variant all-classic --options colour=red", exitUsage, "--options"},
		{"bad position", "moves --variant csg-1 --position 9/9", exitUsage, "--position"},
		{"position and record", "moves --position 9/9 --record " + board1, exitUsage, "--position"},
		{"ply without record", "moves --variant csg-1 --ply 3", exitUsage, "--ply"},
		{"game of no record", "explorer --variant csg-1 --game 2", exitUsage, "--game: requires --record"},
		{"notation of no record", "perft 1 --variant csg-1 --format pgn", exitUsage, "--format: requires --record"},
		{"ply beside a query", "search --variant csg-1 --query capture --ply 3", exitUsage, "--ply: requires --record"},
		{"game of a game", "show 1 --game 2", exitUsage, "--game: requires --record"},
		{"game beside a game", "export 1 --variant csg-3", exitUsage, "--variant: requires --record"},
		{"notation of games of the archive", "export --variant csg-1 --format pgn", exitUsage, "--format: requires --record"},
		{"options of games of the archive", "export --as site --output nowhere --options a=b", exitUsage, "--options: requires --record"},
		{"ply of a site", "export --as site --output nowhere --ply 3", exitUsage, "--ply: cannot be combined with --as site"},
		{"ply of an archived game", "analyse 1 --ply 3 --nodes 1", exitUsage, "--ply: requires --record"},
		{"game of an archived game", "analyse 1 --variant csg-3 --nodes 1", exitUsage, "--variant: requires --record"},
		{"ply of games found", "analyse --query copper --ply 3 --nodes 1", exitUsage, "--ply: requires --record"},
		{"position of an archived game", "analyse 1 --position 9/9 --nodes 1", exitUsage, "--position: requires --variant"},
		{"position of a file's game", "analyse --position 9/9 --nodes 1 --record " + board1, exitUsage, "--position: requires --variant"},
		{"no depth", "perft --variant csg-1", exitUsage, "DEPTH"},
		{"depth below 0", "perft --variant csg-1 -- -1", exitUsage, "DEPTH"},
		{"division of nothing", "perft 0 --divide --variant csg-1", exitUsage, "DEPTH"},
		{"nothing to search", "search", exitUsage, "--position"},
		{"words behind no flag", "search player:tal", exitUsage, "ARGUMENT: only flags are expected"},
		{"bad words", "search --query (", exitUsage, "--query"},
		{"bad date", "list --from yesterday", exitUsage, "--from"},
		{"bad limit", "list --limit -1", exitUsage, "--limit"},
		{"bad words of a list", "list --q !", exitUsage, "--q"},
		{"order of counted faults", "list --faults --sort -plies", exitUsage, "--sort: cannot be combined with --faults"},
		{"ply of a history", "annotations 1 --history 1 --ply 3", exitUsage, "--ply: cannot be combined with --history"},
		{"a reason for no mode", "comments 1 --reason asked", exitUsage, "--reason: requires a MODE"},
		{"a reason for no record", "mend 1 --reason slip", exitUsage, "--reason: requires a FILE, --header, --restore or --encoding"},
		{"variant and begun definition", "variants csg-1 --new ours", exitUsage, "--new: cannot be combined with csg-1"},
		{"begun definition and reference", "variants --new ours --reference", exitUsage, "[new reference]"},
		{"options of no variant", "variants --options colour=red", exitUsage, "--options: requires an ID"},
		{"variant and check", "variants csg-1 --check x.yaml", exitUsage, "--check"},
		{"no definition to check", "variants --check nonesuch.yaml", exitUsage, "--check: nonesuch.yaml"},
		{"two games to show", "show 1 2", exitUsage, "GAME: "},
		{"two variants", "variants chess shogi", exitUsage, "ID: "},
		{"no file named to convert", "variants convert", exitUsage, "FILE: "},
		{"one engine for a match", "match assay", exitUsage, "ENGINE: "},
		{"no game to tune", "tune", exitUsage, "VARIANT: "},
		{"misspelt game to tune", "tune ches", exitUsage, `VARIANT: variant is not defined: "ches"; "chess" was probably meant`},
		{"a time below 0", "explorer --variant csg-1 --timeout -1s", exitUsage, `--timeout: "-1s": expected 0s to 30s`},
		{"a rating below 0", "explorer --variant csg-1 --rating-from -5", exitUsage, `--rating-from: "-5": expected 1 to`},
		{"lines below 0", "analyse --variant csg-1 --multi-pv -1", exitUsage, `--multi-pv: "-1": expected 0 to`},
		{"no game to rule on", "rule", exitUsage, "GAME: "},
		{"no file to submit", "submit http://127.0.0.1", exitUsage, "URL FILE: "},
		{"two people", "people ada grace", exitUsage, "NAME: "},
		{"two servers", "ready one two", exitUsage, "URL: "},
		{"two webhooks", "webhooks 1 2", exitUsage, "NUMBER: "},
		{"no file to convert", "variants convert nonesuch.ini", exitUsage, "FILE: nonesuch.ini"},
		{"no form to convert to", "variants convert chess --as lud", exitUsage, "--as: \"lud\": expected yaml, diagram or ini"},
		{"what a diagram loses", "variants convert crazyhouse --as diagram", exitFaults, "crazyhouse: a diagram cannot hold: hand"},
		{"no game to convert", "variants convert " + bad, exitFaults, "bad.txt: no section of a variant found"},
		{"no backup to recover", "recover nonesuch.db", exitUsage, "FILE: nonesuch.db"},
		{"no archive", "list --data nonesuch", exitFaults, "nonesuch"},
		{"no file for a backup", "backup", exitUsage, "FILE"},
		{"bad address", "serve --listen nowhere", exitUsage, "--listen"},
		{"no such configuration", "list --config nosuch.yaml", exitUsage, "--config"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := desk{t, d.data}.run("", strings.Fields(c.args)...)
			if got.code != c.code || !strings.Contains(got.errors, c.says) {
				t.Errorf("exit %d, want %d; says %q, want %q", got.code, c.code, got.errors, c.says)
			}
			if c.code == exitUsage && got.out != "" {
				t.Errorf("results of wrong usage: %q", got.out)
			}
		})
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyJSON(t *testing.T) {
	text, err := os.ReadFile(board3)
	if err != nil {
		t.Fatal(err)
	}
	got := newDesk(t).run(string(text)+"\n"+strings.Replace(string(text), "x a9 Red Zcannon y1", "x a9 Red Zcannon z1", 1), "verify", "--json", "-")
	if got.code != exitFaults {
		t.Errorf("exit %d: %s", got.code, got.errors)
	}
	lines := objects(t, got.out)
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	for key, want := range map[string]any{
		"file": "-", "game": 1.0, "format": "numbered", "variant": "csg-3", "verdict": "legal", "plies": 199.0,
		"result": "1-0", "termination": "king captured", "error": nil,
		"start": "zdthkhtdz/1csg1gsc1/zcsgjgscz/9/9/9/ZCSGJGSCZ/1CSG1GSC1/ZDTHKHTDZ[Ww] w",
	} {
		if lines[0][key] != want {
			t.Errorf("%s is %v, want %v", key, lines[0][key], want)
		}
	}
	if warnings, ok := lines[0]["warnings"].([]any); !ok || len(warnings) != 0 {
		t.Errorf("warnings are %v, want []", lines[0]["warnings"])
	}
	fault, ok := lines[1]["error"].(map[string]any)
	if !ok || lines[1]["verdict"] != "illegal" || lines[1]["plies"] != 0.0 || lines[1]["game"] != 2.0 {
		t.Fatalf("got %v", lines[1])
	}
	for key, want := range map[string]any{
		"ply": 1.0, "number": 1.0, "side": "Red", "file": "-", "line": 203.0, "column": 4.0,
		"text": "Zcannon a3 x a9 Red Zcannon z1", "rule": "NL-3",
	} {
		if fault[key] != want {
			t.Errorf("%s is %v, want %v", key, fault[key], want)
		}
	}
}

func TestVerifyWords(t *testing.T) {
	bad := "VariantName=Copper, Silver, Gold (board 1)\n1. Pawn f3 - f4\n1. Pawn a7 - a6\n2. Pawn f4 - f6\n"
	for _, c := range []struct {
		name, record string
		quiet        bool
		want         []string // lines, each contained in the line of its number
	}{
		{"legal", "VariantName=Copper, Silver, Gold\n1. Pawn f3 - f4\n", false, []string{"-: game 1 (csg-1): legal, 1 ply, *"}},
		{"quiet", "VariantName=Copper, Silver, Gold\n1. Pawn f3 - f4\n", true, nil},
		{"warned", "VariantName=Copper, Silver, Gold\n1. Zcannon b2 x b7\n", true, []string{"legal", "warning: line 2: NL-3: "}},
		{"illegal", bad, true, []string{
			"-:4:4: game 1 (csg-1): illegal at ply 3, move 2 of Red", "    Pawn f4 - f6", "    CSG-0: ", "    probably meant: Pawn f4 - f5", "    nearest legal: Pawn f4 - f5; ",
		}},
		{"unsupported", "VariantName=Hexchess\n1. Pawn a1 - a2\n", false, []string{
			"unsupported", `NL-1: the variant "Hexchess" is not defined`, "    pass --variant ID to verify it as another variant; `assay variants` lists them",
		}},
		{"misspelt", "VariantName=xiangki\n1. Pawn a1 - a2\n", false, []string{"unsupported", `the variant "xiangki" is not defined; "xiangqi" was probably meant`, "--variant"}},
		{"unnamed", "1. Pawn f3 - f4\n", false, []string{"unsupported", "NL-1: the record does not say which variant it is of", "--variant"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := []string{"verify", "-"}
			if c.quiet {
				args = append(args, "--quiet")
			}
			got := newDesk(t).run(c.record, args...)
			lines := strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
			if got.out == "" {
				lines = nil
			}
			if len(lines) != len(c.want) {
				t.Fatalf("got %q, want %q", lines, c.want)
			}
			for i, want := range c.want {
				if !strings.Contains(lines[i], want) {
					t.Errorf("line %d is %q, want %q", i+1, lines[i], want)
				}
			}
		})
	}
}
