//go:build ignore

// Puzzles asks Fairy-Stockfish about puzzles, as puzzles list --json writes
// them, at ten times the nodes that refuted their alternatives, and counts its
// answers. It exits with 1 if a puzzle is refuted.
//
//	assay puzzles list --json | go run .ci/puzzles.go
//
// The answers about the first move of a solution are
//
//	agreed     it is best, and every other one is clearly worse; in a mate, no
//	           other one mates as soon
//	ambiguous  another move is nearly as good, or mates as soon
//	refuted    another move is clearly better, or mates sooner
//	unsolved   it finds no mate within its nodes
//	unread     it does not play the variant, or does not read the position
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/analysis"
	"assay/analysis/engine"
	"assay/analysis/engine/external"
	"assay/analysis/evaluation"
	"assay/analysis/notation"
	"assay/analysis/puzzle"
	"assay/analysis/rules"
	"assay/analysis/variant"
)

// clear is the difference in win% by which a move is clearly better.
const clear = 20

type row struct {
	ID, Variant, Options, Position string
	Kind                           puzzle.Kind
	Moves, Also                    []string
	Proof                          puzzle.Proof
}

type judge struct {
	engine *external.Engine
	book   *analysis.Rulebook
	first  uint64
}

func main() {
	path := flag.String("engine", "/usr/games/fairy-stockfish", "program of the engine")
	first := flag.Uint64("nodes", puzzle.DefaultNodes, "nodes of the first look of puzzles make")
	workers := flag.Int("workers", 2, "number of engines")
	most := flag.Duration("time", 0, "ask about no further puzzle after this time; 0 means no limit")
	flag.Parse()
	book := analysis.NewRulebook(variant.Embedded())
	rows := make(chan row)
	counts := map[string]map[string]int{} // by variant and kind
	var counting sync.Mutex
	var work sync.WaitGroup
	for range *workers {
		config := external.Config{Name: "judge", Path: *path, Options: map[string]string{"Hash": "64"}}
		e, err := external.New(config, book)
		if err != nil {
			log.Fatal(err)
		}
		work.Go(func() {
			defer e.Close()
			j := judge{e, book, *first}
			for r := range rows {
				answer, why := j.ask(r)
				counting.Lock()
				group := r.Variant + " " + string(r.Kind)
				if counts[group] == nil {
					counts[group] = map[string]int{}
				}
				counts[group][answer]++
				if answer != "agreed" {
					fmt.Printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\n", answer, r.ID, r.Variant, r.Kind, r.Position,
						strings.Join(r.Moves, " "), why)
				}
				counting.Unlock()
			}
		})
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for began := time.Now(); (*most == 0 || time.Since(began) < *most) && lines.Scan(); {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			log.Fatal(err)
		}
		rows <- r
	}
	close(rows)
	work.Wait()
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	if report(counts) > 0 {
		os.Exit(1)
	}
}

// report prints the counts and returns the number of refuted puzzles.
func report(counts map[string]map[string]int) int {
	var groups []string
	for group := range counts {
		groups = append(groups, group)
	}
	slices.Sort(groups)
	all := map[string]int{}
	write := func(group string, n map[string]int) {
		fmt.Printf("%-28s", group)
		for _, answer := range []string{"agreed", "ambiguous", "refuted", "unsolved", "unread"} {
			fmt.Printf("%5d %s", n[answer], answer)
		}
		fmt.Println()
	}
	for _, group := range groups {
		write(group, counts[group])
		for answer, n := range counts[group] {
			all[answer] += n
		}
	}
	write("all", all)
	return all["refuted"]
}

// ask returns the engine's answer about a puzzle, and its lines.
func (j *judge) ask(r row) (answer, lines string) {
	compiled, err := j.book.Rules(r.Variant, r.Options)
	if err != nil {
		return "unread", err.Error()
	}
	p, err := compiled.ParsePosition(r.Position)
	if err != nil {
		return "unread", err.Error()
	}
	nodes := 10 * j.first * puzzle.Factor
	if r.Proof.Method == puzzle.Complete {
		nodes = 10 * j.first * puzzle.MateFactor
	}
	found, err := j.engine.Search(context.Background(), p, engine.Limits{Nodes: nodes, MultiPV: 2}, nil)
	if err != nil || len(found.Lines) == 0 {
		return "unread", fmt.Sprint(err)
	}
	for _, l := range found.Lines {
		lines += fmt.Sprintf("%s cp %d mate %d depth %d; ", text(p, l.Moves[0]), l.CP, l.Mate, l.Depth)
	}
	if r.Proof.Method == puzzle.Complete {
		return mates(p, r, found.Lines), lines
	}
	return others(p, r, found.Lines), lines
}

// mates judges a mate.
func mates(p *rules.Position, r row, lines []engine.Line) string {
	turns := (len(r.Moves) + 1) / 2
	solution := func(l engine.Line) bool { return text(p, l.Moves[0]) == r.Moves[0] }
	best := lines[0]
	switch {
	case best.Mate <= 0:
		return "unsolved"
	case best.Mate < turns:
		return "refuted"
	case solution(best) && (len(lines) < 2 || lines[1].Mate <= 0 || lines[1].Mate > best.Mate):
		return "agreed"
	case best.Mate > turns:
		return "unsolved" // its mate is longer than that of the puzzle
	}
	return "ambiguous"
}

// others judges another puzzle.
func others(p *rules.Position, r row, lines []engine.Line) string {
	win := func(l engine.Line) float64 { return evaluation.Usual.Win(evaluation.Score{CP: l.CP, Mate: l.Mate}) }
	for i, l := range lines {
		switch other := lines[min(1-i, len(lines)-1)]; {
		case text(p, l.Moves[0]) != r.Moves[0]:
		case i == 0 && (len(lines) == 1 || win(l)-win(other) >= clear):
			return "agreed"
		case i == 0 || win(other)-win(l) < clear:
			return "ambiguous"
		}
	}
	return "refuted"
}

func text(p *rules.Position, m rules.Move) string { return notation.UCI{}.Format(p, m) }
