package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// stoppedGames is the number of records of a file that is long enough to
// interrupt the program.
const stoppedGames = 5000

// manyGames returns the path of a file of different games.
func manyGames(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	for i := range stoppedGames {
		fmt.Fprintf(&b, "[Event \"Stop\"]\n[Round \"%d\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n", i)
	}
	path := filepath.Join(t.TempDir(), "many.pgn")
	writeFile(t, path, b.String())
	return path
}

// interrupt starts the program, sends SIGINT after its first results, and
// returns the outcome. The program cannot have ended before, because its output
// is not read.
func (d desk) interrupt(args ...string) (outcome, time.Duration) {
	d.t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), "RUN_ASSAY=1", "ASSAY_DATA="+d.data)
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		d.t.Fatal(err)
	}
	first := make([]byte, 1)
	if _, err := io.ReadFull(out, first); err != nil {
		d.t.Fatalf("%v: %s", err, errs.String())
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		d.t.Fatal(err)
	}
	sent := time.Now()
	rest, err := io.ReadAll(out)
	if err != nil {
		d.t.Fatal(err)
	}
	err = command.Wait()
	took := time.Since(sent)
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		d.t.Fatal(err)
	}
	return outcome{command.ProcessState.ExitCode(), string(first) + string(rest), errs.String()}, took
}

// promptly bounds the time that a program may take to stop.
const promptly = 5 * time.Second

// TestStopImport interrupts an import of a large file twice. Each time it
// reports its progress, what it reported is archived, and the archive is valid.
// The last import continues and archives every record once.
func TestStopImport(t *testing.T) {
	d, file := newDesk(t), manyGames(t)
	says := regexp.MustCompile(`assay: stopped after (\d+) games, (\d+) of them new; they are archived. Run the same import again to continue`)
	archived := 0
	for range 2 { // each run writes at most two batches: one reported, one pending
		got, took := d.interrupt("import", "--json", file)
		if got.code != exitFaults || took > promptly {
			t.Fatalf("exit %d after %v: %s", got.code, took, got.errors)
		}
		told := says.FindStringSubmatch(got.errors)
		if told == nil {
			t.Fatalf("it says %q", got.errors)
		}
		seen, _ := strconv.Atoi(told[1])
		added, _ := strconv.Atoi(told[2])
		if seen != archived+added || added == 0 || added != len(objects(t, got.out)) {
			t.Errorf("%q, with %d archived before and %d results", told[0], archived, len(objects(t, got.out)))
		}
		archived += added
		if check := d.run("", "check"); check.code != exitDone {
			t.Errorf("after %d records: %+v", archived, check)
		}
	}
	if archived >= stoppedGames {
		t.Fatalf("no import was stopped: %d are archived", archived)
	}
	got := d.run("", "import", "--quiet", file)
	added, known := fmt.Sprintf("; %d added", stoppedGames-archived), fmt.Sprintf(", %d already archived", archived)
	if got.code != exitDone || !strings.Contains(got.errors, added) || !strings.Contains(got.errors, known) {
		t.Errorf("exit %d, %s, want %s%s", got.code, got.errors, added, known)
	}
	games := map[any]bool{}
	for _, g := range objects(t, d.done("list", "--json")) {
		games[g["number"]] = true // number in the file
	}
	if listed := d.run("", "list").errors; len(games) != stoppedGames || !strings.Contains(listed, fmt.Sprintf("%d of %d games", stoppedGames, stoppedGames)) {
		t.Errorf("%d different records are archived: %s", len(games), listed)
	}
	if again := d.run("", "import", "--quiet", file); !strings.Contains(again.errors, fmt.Sprintf("0 added, %d already archived", stoppedGames)) {
		t.Errorf("once more: %s", again.errors)
	}
}

// TestStopVerify interrupts a verification of a large file.
func TestStopVerify(t *testing.T) {
	got, took := newDesk(t).interrupt("verify", "--json", manyGames(t))
	told := regexp.MustCompile(`assay: stopped after (\d+) games`).FindStringSubmatch(got.errors)
	if got.code != exitFaults || told == nil || took > promptly {
		t.Fatalf("exit %d after %v: %s", got.code, took, got.errors)
	}
	if n, _ := strconv.Atoi(told[1]); n == 0 || n >= stoppedGames || n != len(objects(t, got.out)) {
		t.Errorf("%q with %d results", told[0], len(objects(t, got.out)))
	}
}
