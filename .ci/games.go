//go:build ignore

// Games writes random legal games of chess as PGN, for .ci/bench if the
// public corpus is missing. The same seed writes the same games.
//
//	go run .ci/games.go -games 4000 >games.pgn
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

func main() {
	games := flag.Int("games", 4000, "number of games")
	plies := flag.Int("plies", 90, "maximum plies per game")
	seed := flag.Uint64("seed", 1, "seed of the random moves")
	flag.Parse()
	d, err := variant.Embedded().Definition("chess", "")
	if err != nil {
		log.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		log.Fatal(err)
	}
	random := rand.New(rand.NewPCG(*seed, 1))
	out := bufio.NewWriter(os.Stdout)
	for n := range *games {
		fmt.Fprintf(out, "[Event \"Random\"]\n[Round \"%d\"]\n[White \"Player %d\"]\n[Black \"Player %d\"]\n[Result "+
			"\"*\"]\n\n",
			n+1, random.IntN(500), random.IntN(500))
		write(out, r, random, *plies)
		fmt.Fprint(out, "*\n\n")
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// write plays one random game and writes its movetext.
func write(out *bufio.Writer, r *rules.Rules, random *rand.Rand, plies int) {
	p, san := r.Start(), notation.NewSAN(nil, r)
	for i := range plies {
		moves := p.Moves(nil)
		if _, over := p.Outcome(); over || len(moves) == 0 {
			return
		}
		m := moves[random.IntN(len(moves))]
		if i%2 == 0 {
			fmt.Fprintf(out, "%d. ", i/2+1)
		}
		fmt.Fprintf(out, "%s ", san.Append(nil, p, m))
		if p.Play(m); i%12 == 11 {
			fmt.Fprintln(out)
		}
	}
}
