package notation

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/parser"
)

// BenchmarkShogi reads and verifies 500 real games of each notation, including
// the outcome after each ply; "parse" only reads the text.
func BenchmarkShogi(b *testing.B) {
	records := readShogi(b, filepath.Join(fixtures.Shared(b, "data/shogi")[0], "lishogi", "shogiops_usi_fixture.ts.txt"))
	r := games.Rules(b, "shogi", "")
	for _, f := range []parser.Format{parser.KIF, parser.KI2, parser.CSA, parser.USI, parser.JKF} {
		var file bytes.Buffer
		want := 0
		for _, rec := range records {
			want += len(rec.Moves)
			if f == parser.CSA && file.Len() > 0 {
				file.WriteString("/\n")
			}
			if f == parser.KI2 { // only a header line separates records
				rec.Tags = []parser.Tag{{Key: "先手", Value: "A"}}
			}
			if err := parser.Write(&file, rendered(r.Start(), rec, f)); err != nil {
				b.Fatal(err)
			}
		}
		for _, replay := range []bool{false, true} {
			name := string(f) + "/parse"
			if replay {
				name = string(f) + "/verify"
			}
			b.Run(name, func(b *testing.B) {
				p := r.Start()
				b.ReportAllocs()
				for b.Loop() {
					if got := proven(b, file.Bytes(), f, p, r, replay); got != want {
						b.Fatalf("%d plies, want %d", got, want)
					}
				}
				b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
			})
		}
	}
}

func proven(b *testing.B, file []byte, f parser.Format, p *rules.Position, r *rules.Rules, replay bool) (plies int) {
	start, n := r.Start(), shogiNotation(f)
	for in := parser.NewReader(bytes.NewReader(file), parser.Options{Format: f}); ; {
		rec, err := in.Next()
		if err == io.EOF {
			return plies
		}
		if err != nil || rec.Fault != nil {
			b.Fatal(err, rec.Fault)
		}
		plies += len(rec.Moves)
		if !replay {
			continue
		}
		start.CopyTo(p)
		for i := range rec.Moves {
			m, _, _, fault := n.Read(p, rec.Moves[i].Text)
			if fault != nil {
				b.Fatal(fault)
			}
			p.Play(m)
			p.Outcome()
		}
	}
}
