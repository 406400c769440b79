package rules

import "testing"

// benchmarks have published node counts, so a fast wrong answer fails.
var benchmarks = []struct {
	id    string
	depth int
	nodes uint64
}{
	{"chess", 5, 4865609},
	{"crazyhouse", 5, 4888832},
	{"shogi", 4, 719731},
	{"xiangqi", 4, 3290240},
	{"csg-1", 3, 2540970},
	{"nine-elder", 3, 74854},
	{"pocket-shogi-copper", 3, 332096},
	{"all-classic", 3, 4157},
	{"atomic", 5, 4864979},
	{"antichess", 5, 2732672},
	{"seirawan", 4, 782599},
	{"grand", 4, 15921643},
}

// BenchmarkPerft reports nodes per second with bulk counting.
func BenchmarkPerft(b *testing.B) {
	for _, bench := range benchmarks {
		b.Run(bench.id, func(b *testing.B) {
			p := compiled(b, bench.id, "").Start()
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				nodes = p.Perft(bench.depth)
			}
			if nodes != bench.nodes {
				b.Fatalf("%d nodes, published %d", nodes, bench.nodes)
			}
			b.ReportMetric(float64(nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
