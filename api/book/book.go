// Package book writes opening books for engines: the moves that archived games
// played from each position.
package book

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/corentings/chess/v2"

	"assay/analysis/rules"
	"assay/api/present"
	"assay/api/request"
)

// Settings select what a book contains.
type Settings struct {
	// Plies is the length of its lines, from the position on which it starts.
	Plies int
	// Games is the number of games with which a move is taken, from 1.
	Games int
}

// Played is a move with the results of the games that continued with it.
type Played struct {
	Move          string // in the notation that was asked for
	Games         int
	First, Second int // won by the first player, and by the second
}

// Explore returns the moves played from a position, in a notation.
type Explore func(ctx context.Context, p *rules.Position, notation string) ([]Played, error)

// format is the format of the books of a variant, with the notation of their
// moves.
type format struct {
	variant, notation string
	write             func(w io.Writer, all []position) error
}

var formats = []format{
	{"chess", "uci", writePolyglot},
	{"shogi", "usi", writeYaneuraOu},
}

// position is a position of a book.
type position struct {
	*rules.Position
	moves  []Played
	played []rules.Move // the same moves
}

// Write writes the book of the positions that are reached from p, and returns
// their number. Chess has Polyglot's format, shogi YaneuraOu's; for
// other variants the error is an [*request.InputError].
func Write(ctx context.Context, w io.Writer, p *rules.Position, explore Explore, s Settings) (int, error) {
	id := p.Rules().Definition().ID
	i := slices.IndexFunc(formats, func(f format) bool { return f.variant == id })
	if i < 0 {
		return 0, &request.InputError{Field: "variant", Value: id,
			Want: "chess (a Polyglot book) or shogi (a YaneuraOu book)"}
	}
	all, err := formats[i].collect(ctx, p, explore, s)
	if err != nil {
		return 0, err
	}
	return len(all), formats[i].write(w, all)
}

// collect returns the positions of a book, breadth first, each once.
func (f *format) collect(ctx context.Context, start *rules.Position, explore Explore, s Settings) (
	all []position, err error,
) {
	writer, err := present.MovesAs(f.notation, start.Rules())
	if err != nil {
		return nil, err
	}
	seen := map[[2]uint64]bool{start.Fingerprint(): true}
	reached := []*rules.Position{start}
	for range s.Plies {
		var next []*rules.Position
		for _, p := range reached {
			played, err := explore(ctx, p, f.notation)
			if err != nil {
				return nil, err
			}
			legal := make(map[string]rules.Move)
			for _, m := range p.Moves(nil) {
				legal[writer.Format(p, m)] = m
			}
			here := position{Position: p}
			for _, one := range played {
				m, ok := legal[one.Move]
				if !ok || one.Games < s.Games {
					continue
				}
				here.moves = append(here.moves, one)
				here.played = append(here.played, m)
				after := p.Clone()
				after.Play(m)
				if at := after.Fingerprint(); !seen[at] {
					seen[at] = true
					next = append(next, after)
				}
			}
			if len(here.moves) > 0 {
				all = append(all, here)
			}
		}
		reached = next
	}
	return all, nil
}

// score counts two points for a game that the mover won, and one for a game
// that was drawn or has no result.
func (p *position) score(m *Played) int {
	won := m.First
	if p.Side() == rules.Second {
		won = m.Second
	}
	return won + m.Games - m.First - m.Second + won
}

// entry is an entry of a Polyglot book.
type entry struct {
	Key          uint64
	Move, Weight uint16
	Learn        uint32
}

// writePolyglot writes a Polyglot book. As in other books, a move that never
// scored is left out, and weights are points.
// http://hgm.nubati.net/book_format.html describes the format.
func writePolyglot(w io.Writer, all []position) error {
	var entries []entry
	for i := range all {
		p := &all[i]
		key, err := polyglotKey(p.Position)
		if err != nil {
			return err
		}
		most := 0
		for j := range p.moves {
			most = max(most, p.score(&p.moves[j]))
		}
		for j := range p.moves {
			weight := p.score(&p.moves[j])
			if most > 0xffff {
				weight = weight * 0xffff / most
			}
			if weight > 0 {
				move := polyglotMove(p.moves[j].Move, p.played[j].Kind() == rules.Castle)
				entries = append(entries, entry{Key: key, Move: move, Weight: uint16(weight)})
			}
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Move, b.Move))
	})
	return binary.Write(w, binary.BigEndian, entries)
}

// polyglotKey returns the key of a position. Keys include the square that a
// pawn crossed if an enemy pawn is beside it, FENs only if it can be captured
// there.
func polyglotKey(p *rules.Position) (uint64, error) {
	words := strings.Fields(p.Text())
	for s := range rules.Square(64) {
		if p.HasCrossed(s) {
			words[3] = p.Rules().SquareName(s)
		}
	}
	key, err := chess.NewZobristHasher().HashPosition(strings.Join(words, " "))
	if err != nil {
		return 0, fmt.Errorf("key of %s: %w", p.Text(), err)
	}
	return chess.ZobristHashToUint64(key), nil
}

// polyglotMove encodes a move in UCI. A castling king moves to the square of
// the rook.
func polyglotMove(uci string, castles bool) uint16 {
	to := uci[2:4]
	if castles {
		to = map[byte]string{'g': "h", 'c': "a"}[uci[2]] + uci[3:4]
	}
	square := func(name string) uint16 { return uint16(name[1]-'1')<<3 | uint16(name[0]-'a') }
	m := square(uci[:2])<<6 | square(to)
	if len(uci) > 4 {
		m |= uint16(strings.IndexByte("nbrq", uci[4])+1) << 12
	}
	return m
}

// writeYaneuraOu writes a book in the text format of YaneuraOu: positions in
// the order of their SFEN, each with its moves, no answers, evaluation and
// depth 0, and the number of games.
func writeYaneuraOu(w io.Writer, all []position) error {
	blocks := make([][]byte, 0, len(all))
	for i := range all {
		p := &all[i]
		var b bytes.Buffer
		fmt.Fprintf(&b, "sfen %s\n", p.Sfen())
		for j := range p.moves {
			fmt.Fprintf(&b, "%s none 0 0 %d\n", p.moves[j].Move, p.moves[j].Games)
		}
		blocks = append(blocks, b.Bytes())
	}
	slices.SortFunc(blocks, bytes.Compare)
	out := bufio.NewWriter(w)
	_, _ = out.WriteString("#YANEURAOU-DB2016 1.00\n")
	for _, b := range blocks {
		_, _ = out.Write(b)
	}
	return out.Flush()
}
