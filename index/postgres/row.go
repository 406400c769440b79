package postgres

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"assay/analysis/rules"
	"assay/index"
	"assay/index/tape"
)

// row is a game as stored in the table.
type row struct {
	game, sequence int64
	variant, rules *int64
	verdict        string
	analysed       bool
	keys, sides    []int64 // sorted and unique, like terms
	terms          []int32
	words          pgtype.TSVector
	extra          []byte // words that exceed a tsvector
	entry          []byte
}

// columns are the columns of a row, in the order of values.
var columns = []string{"game", "sequence", "build", "variant", "rules", "verdict", "thought", "keys", "sides", "terms",
	"words", "extra", "entry"}

func (r *row) values(build int64) []any {
	return []any{r.game, r.sequence, build, r.variant, r.rules, r.verdict, r.analysed, r.keys, r.sides, r.terms,
		r.words, r.extra, r.entry}
}

// rowOf returns the row of a game that was not deleted. It returns an error of
// its tape.
func rowOf(c *index.Change, players map[*rules.Rules]*tape.Player) (*row, error) {
	d := &c.Document
	r := &row{game: c.Game, sequence: c.Sequence, entry: index.EncodeEntry(*c)}
	var placed []string
	index.Terms(d, func(field string, terms []string) {
		switch field {
		case index.KeyField:
			r.keys = keysOf(terms)
		case index.SideField:
			r.sides = keysOf(terms)
		case index.RulesField:
			r.rules = hashOf(terms[0])
		case index.PlacedField:
			placed = terms
		case index.VariantField:
			r.variant = hashOf(terms[0])
		case index.VerdictField:
			r.verdict = terms[0]
		case index.AnalysisField:
			r.analysed = true
		case index.WordField:
			r.setWords(terms)
		}
	})
	if r.extra == nil {
		r.words.Valid = true
	}
	if d.Rules == nil {
		return r, nil
	}
	r.terms = placementTerms(*r.rules, placed)
	if len(d.Tape) > 0 {
		player := players[d.Rules]
		if player == nil {
			player = tape.NewPlayer(d.Rules)
			players[d.Rules] = player
		}
		if _, err := player.Load(d.Tape); err != nil {
			return nil, err
		}
		r.terms = append(r.terms, traitTerms(*r.rules, player.Traits())...)
	}
	slices.Sort(r.terms)
	r.terms = slices.Compact(r.terms)
	return r, nil
}

// hashOf returns a hash of a name as a PostgreSQL bigint.
func hashOf(name string) *int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	n := int64(h.Sum64())
	return &n
}

func keysOf(terms []string) []int64 {
	keys := make([]int64, len(terms))
	for i, term := range terms {
		keys[i] = keyOf(term)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func keyOf(term string) int64 { return int64(binary.BigEndian.Uint64([]byte(term))) }

// A term consists of fifteen bits of the hash of the rules, a bit for traits,
// and fifteen bits of the trait or sixteen of the placement. Collisions only
// add candidates.
const traitBit = 1 << 15

func under(rules int64, term int32) int32 { return int32(uint64(rules)>>49)<<16 | term }

func placementTerms(rules int64, terms []string) []int32 {
	all := make([]int32, len(terms))
	for i, term := range terms {
		all[i] = under(rules, int32(term[0]&0x7F)<<8|int32(term[1]))
	}
	return all
}

func traitTerms(rules int64, traits []tape.Trait) []int32 {
	all := make([]int32, len(traits))
	for i, trait := range traits {
		all[i] = under(rules, traitBit|int32(trait))
	}
	return all
}

// maxTSVector bounds the bytes of words in a tsvector, which may have at most
// one MiB.
const maxTSVector = 1 << 19

// setWords stores the words.
func (r *row) setWords(terms []string) {
	terms = slices.Clone(terms)
	slices.Sort(terms)
	terms = slices.Compact(terms)
	size := 0
	for _, term := range terms {
		size += len(term) + 1
	}
	if size > maxTSVector {
		for _, term := range terms {
			r.extra = append(binary.AppendUvarint(r.extra, uint64(len(term))), term...)
		}
		return
	}
	r.words.Lexemes = make([]pgtype.TSVectorLexeme, len(terms))
	for i, term := range terms {
		r.words.Lexemes[i].Word = lexeme(term)
	}
	slices.SortFunc(r.words.Lexemes, func(a, b pgtype.TSVectorLexeme) int { return strings.Compare(a.Word, b.Word) })
}

// readWords decodes the words of a game with very many words.
func readWords(extra []byte) (terms []string) {
	for len(extra) > 0 {
		n, width := binary.Uvarint(extra)
		if width <= 0 || n > uint64(len(extra)-width) {
			return terms
		}
		terms = append(terms, string(extra[width:width+int(n)]))
		extra = extra[width+int(n):]
	}
	return terms
}

// lexeme returns a term as a lexeme. Plain words get an empty header name as a
// prefix, so that a prefix search for them does not match the name of a header.
func lexeme(term string) string {
	if strings.Contains(term, ":") {
		return term
	}
	return ":" + term
}

// quoted returns a lexeme for a tsquery.
func quoted(term string, prefix bool) string {
	text := "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(lexeme(term)) + "'"
	if prefix {
		text += ":*"
	}
	return text
}
