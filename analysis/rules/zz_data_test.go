package rules_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

func TestZZData(t *testing.T) {
	reg := variant.Embedded()
	base := "../../../shared/data/games/"
	for _, id := range []string{"nine-elder", "pocket-shogi-copper", "pocket-shogi-copper-prime", "all-classic", "csg-1", "csg-2", "csg-3"} {
		for _, kind := range []string{"", "-bad"} {
			f, err := os.Open(base + id + kind + ".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			n, bad := 0, 0
			sc := bufio.NewScanner(f)
			sc.Buffer(nil, 1<<20)
			for sc.Scan() {
				var row struct {
					File, Result, End, Ruling, Reason string
					Plies, Ply                        int
					Legal                             []int
				}
				if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
					t.Fatal(err)
				}
				n++
				text, _ := os.ReadFile(base + row.File)
				options := ""
				var plies []string
				for _, line := range strings.Split(string(text), "\n") {
					line = strings.TrimSpace(line)
					if strings.HasPrefix(line, "Options=") {
						options = line[8:]
					}
					if len(line) > 0 && line[0] >= '0' && line[0] <= '9' {
						_, m, _ := strings.Cut(line, ". ")
						plies = append(plies, m)
					}
				}
				d, err := reg.Definition(id, options)
				if err != nil {
					t.Fatal(err)
				}
				r, err := rules.Compile(d)
				if err != nil {
					t.Fatal(err)
				}
				p := r.Start()
				var num notation.Numbered
				got := ""
				for i, text := range plies {
					if kind == "" && int(p.Count()) != row.Legal[i] {
						got = fmt.Sprintf("ply %d count %d want %d", i+1, p.Count(), row.Legal[i])
						break
					}
					if o, over := p.Outcome(); over {
						got = fmt.Sprintf("ply %d G-3 %v", i+1, o)
						break
					}
					m, _, _, f := num.Read(p, text)
					if f != nil {
						got = fmt.Sprintf("ply %d %s %s [%s]", i+1, f.Rule, f.Message, text)
						break
					}
					p.Play(m)
				}
				if kind == "" {
					o, over := p.Outcome()
					if !over {
						o.Result = "*"
					}
					if got == "" && o.Result == row.Result {
						t.Logf("%s %s %v | %s", row.File, row.Result, o, row.End)
						continue
					}
					bad++
					t.Errorf("%s: %s; %+v want %s %s", row.File, got, o, row.Result, row.End)
				} else if !strings.HasPrefix(got, fmt.Sprintf("ply %d %s ", row.Ply, row.Ruling)) {
					bad++
					t.Errorf("%s: %s; want %d %s %s", row.File, got, row.Ply, row.Ruling, row.Reason)
				} else {
					t.Logf("%s: ok %s | %s", row.File, got, row.Reason)
				}
			}
			t.Logf("%s%s: %d, wrong %d", id, kind, n, bad)
		}
	}
}
