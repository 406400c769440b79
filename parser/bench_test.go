package parser

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"assay/parser/numbered"
)

// benchmarkPlies have the forms of real games, with about the same frequency.
var benchmarkPlies = []string{
	"1. Pawn f3 - f4",
	"1. Pawn a7 - a6",
	"2. Zcannon b2 x b7 Red Pawn x2",
	"2. Wildcard t9 - d4",
	"3. Pawn i5 - i4 = CompletedPawn",
	"3. Horse * e5",
	"4. Wildcard i7 x h8 Red Zcannon x1 = CopperDragon on h8",
	"4. GoldDragon f9 - c9",
	"5. Rook i7 x i4 Black ShogiPawn",
	"5. King e1 - d1",
	"6. DragonHorse pocket - e5",
	"6. Queen h4 x g3",
}

// benchmarkFile has games of 120 plies each.
func benchmarkFile(games int) []byte {
	game := "VariantName=A game\nVariant=csg-1\nResult=*\n\n" +
		strings.Repeat(strings.Join(benchmarkPlies, "\n")+"\n", 10) + "\n"
	return bytes.Repeat([]byte(game), games)
}

func BenchmarkReader(b *testing.B) {
	const games = 200
	benchmarkReader(b, benchmarkFile(games), games*10*len(benchmarkPlies))
}

// benchmarkReader measures the speed of reading a file with this number of
// plies.
func benchmarkReader(b *testing.B, data []byte, want int) {
	b.Helper()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		got := 0
		for r := NewReader(bytes.NewReader(data), Options{}); ; {
			record, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil || record.Fault != nil {
				b.Fatal(err, record.Fault)
			}
			got += len(record.Moves)
		}
		if got != want {
			b.Fatalf("%d plies, want %d", got, want)
		}
	}
	b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkAppendActions(b *testing.B) {
	var texts []string
	for _, line := range benchmarkPlies {
		_, text, _ := strings.Cut(line, " ")
		texts = append(texts, text)
	}
	const want = 12 + 3 + 2 // moves, pieces taken, promotions
	var actions []numbered.Action
	b.ReportAllocs()
	for b.Loop() {
		got := 0
		for _, text := range texts {
			var fault *Fault
			if actions, _, fault = numbered.AppendActions(actions[:0], text); fault != nil {
				b.Fatal(fault)
			}
			got += len(actions)
		}
		if got != want {
			b.Fatalf("%d actions, want %d", got, want)
		}
	}
	b.ReportMetric(float64(len(texts))*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}

func BenchmarkWrite(b *testing.B) {
	record, err := NewReader(bytes.NewReader(benchmarkFile(1)), Options{}).Next()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := Write(&out, record); err != nil || out.Len() < 1000 {
			b.Fatal(err, out.Len())
		}
	}
	b.ReportMetric(float64(len(record.Moves))*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}
