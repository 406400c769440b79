package postgres

import (
	"bytes"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"assay/analysis/rules"
	"assay/index"
	"assay/index/tape"
	"assay/store/postgres"
)

// Check compares every row with a rebuild from the source and returns the
// differences, extra games last. It ignores games that changed after the
// checkpoint.
func (x *Index) Check(ctx context.Context) (faults []index.Fault, err error) {
	err = x.doing(ctx, func(ctx context.Context) error {
		return pgx.BeginTxFunc(ctx, x.pool, postgres.SnapshotTx, func(tx pgx.Tx) error {
			at, err := x.readCheckpoint(ctx, tx, "")
			if err != nil {
				return err
			}
			c := checker{tx: tx, cursor: at.Cursor, players: map[*rules.Rules]*tape.Player{}}
			faults, err = c.compare(ctx, x.source)
			return err
		})
	})
	return faults, err
}

// checker compares the rows of one snapshot with the archive.
type checker struct {
	tx      pgx.Tx
	cursor  int64
	players map[*rules.Rules]*tape.Player
	due     []int64 // games that may have a row, ascending when complete
	faults  []index.Fault
}

// checkedAtOnce is the number of changes compared at once.
const checkedAtOnce = 256

func (c *checker) compare(ctx context.Context, source index.Source) ([]index.Fault, error) {
	for after, more := int64(0), true; more; {
		changes, err := source.Changes(ctx, after, checkedAtOnce)
		if err != nil {
			return nil, err
		}
		more = len(changes) == checkedAtOnce
		if len(changes) > 0 {
			after = changes[len(changes)-1].Sequence
		}
		if err := c.page(ctx, changes); err != nil {
			return nil, err
		}
	}
	slices.Sort(c.due)
	var extra []int64
	rows, err := c.tx.Query(ctx, `SELECT game FROM index_games`)
	if err != nil {
		return nil, err
	}
	var game int64
	_, err = pgx.ForEachRow(rows, []any{&game}, func() error {
		if _, due := slices.BinarySearch(c.due, game); !due {
			extra = append(extra, game)
		}
		return nil
	})
	slices.Sort(extra)
	for _, game := range extra {
		c.faults = append(c.faults, index.Fault{Kind: index.Extra, Game: game})
	}
	return c.faults, err
}

// page compares the rows of some games.
func (c *checker) page(ctx context.Context, changes []index.Change) error {
	games := make([]int64, len(changes))
	for i, change := range changes {
		games[i] = change.Game
	}
	rows, err := c.tx.Query(ctx,
		`SELECT game, sequence, variant, rules, verdict, thought, keys, sides, terms, words, extra, entry
		FROM index_games WHERE game = ANY($1)`, games)
	if err != nil {
		return err
	}
	held := map[int64][]*row{}
	r := new(row)
	_, err = pgx.ForEachRow(rows,
		[]any{&r.game, &r.sequence, &r.variant, &r.rules, &r.verdict, &r.analysed, &r.keys, &r.sides,
			&r.terms, &r.words, &r.extra, &r.entry}, func() error {
			held[r.game] = append(held[r.game], r.clone())
			return nil
		})
	if err != nil {
		return err
	}
	for _, change := range changes {
		switch all := held[change.Game]; {
		case change.Sequence > c.cursor: // an older version, or not indexed yet
			c.due = append(c.due, change.Game)
		case change.Deleted: // its row would be extra
		default:
			c.due = append(c.due, change.Game)
			want, err := rowOf(&change, c.players)
			if err != nil {
				return err
			}
			switch {
			case len(all) == 0:
				c.fault(index.Missing, change.Game)
			case len(all) > 1:
				c.fault(index.Extra, change.Game)
			case !all[0].equal(want):
				c.fault(index.Stale, change.Game)
			}
		}
	}
	return nil
}

func (c *checker) fault(kind index.FaultKind, game int64) {
	c.faults = append(c.faults, index.Fault{Kind: kind, Game: game})
}

// clone returns a deep copy.
func (r *row) clone() *row {
	c := *r
	c.keys, c.sides, c.terms = slices.Clone(r.keys), slices.Clone(r.sides), slices.Clone(r.terms)
	c.words.Lexemes = slices.Clone(r.words.Lexemes)
	c.extra, c.entry = slices.Clone(r.extra), slices.Clone(r.entry)
	return &c
}

// equal reports whether two rows have the same content.
func (r *row) equal(o *row) bool {
	return r.game == o.game && r.sequence == o.sequence && same(r.variant, o.variant) && same(r.rules, o.rules) &&
		r.verdict == o.verdict && r.analysed == o.analysed &&
		slices.Equal(r.keys, o.keys) && slices.Equal(r.sides, o.sides) && slices.Equal(r.terms, o.terms) &&
		r.words.Valid == o.words.Valid && slices.Equal(sorted(r.words), sorted(o.words)) &&
		bytes.Equal(r.extra, o.extra) && bytes.Equal(r.entry, o.entry)
}

func same(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }

func sorted(v pgtype.TSVector) []string {
	words := make([]string, len(v.Lexemes))
	for i, l := range v.Lexemes {
		words[i] = l.Word
	}
	slices.Sort(words)
	return words
}
