package table

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

// Checker checks the tables and collects faults. It relies on the database for
// references and uniqueness.
type Checker struct {
	Faults []store.Fault
	ctx    context.Context
	q      Querier
}

// Check returns a checker for a querier.
func Check(ctx context.Context, q Querier) *Checker { return &Checker{ctx: ctx, q: q} }

// Checks returns the parts of the check.
func (c *Checker) Checks() []func() error {
	return []func() error{c.games, c.verifications, c.rows, c.keys, c.revisions, c.sequence}
}

// Add adds a fault.
func (c *Checker) Add(kind string, game int64, detail string) {
	c.Faults = append(c.Faults, store.Fault{Kind: kind, Game: game, Detail: detail})
}

// addChecksumFault adds the fault of an altered row.
func (c *Checker) addChecksumFault(game int64, what string) {
	c.Add(store.FaultChecksum, game, what+": "+row.ErrChecksum.Error())
}

// Each calls f for every row of a query. A row that f cannot read is a fault.
func (c *Checker) Each(f func(Row) error, query string) error {
	return c.q.Each(c.ctx, func(r Row) error {
		if err := f(r); err != nil {
			c.Add(store.FaultFile, 0, "a row cannot be read: "+err.Error())
		}
		return c.ctx.Err()
	}, query)
}

// games reads games with their contents.
func (c *Checker) games() error {
	return c.Each(func(r Row) error {
		var g store.Game
		var contents, size, sum sql.Null[int64]
		var hash, record, moves, tags, report []byte
		var start, final string
		if err := ScanSummary(&g, r, &hash, &contents, &record, &size, &start, &final, &moves, &tags, &report,
			&sum); err != nil {
			return err
		}
		if !contents.Valid {
			c.Add(store.FaultContents, g.ID, "no record")
			return nil
		}
		bytes, err := row.Unpack(record, size)
		if err != nil {
			c.Add(store.FaultRecord, g.ID, err.Error())
		} else if found := sha256.Sum256(bytes); string(found[:]) != string(hash) {
			c.Add(store.FaultRecord, g.ID, fmt.Sprintf("hash %x, archived as %x", found, hash))
		}
		if _, err := row.ReadTags(tags); err != nil {
			c.Add(store.FaultTags, g.ID, err.Error())
		}
		if g.Damage != nil {
			c.addChecksumFault(g.ID, "its row")
		}
		length, _ := size.Value()
		if !sum.Valid || sum.V != row.Checksum(g.ID, record, length, start, final, moves, tags, report) {
			c.addChecksumFault(g.ID, "its contents")
		}
		return nil
	}, `SELECT `+SummaryColumns+
		`, hash, game, record, size, coalesce(start, ''), coalesce(final, ''), moves, tags, report, contents.sum
		FROM games LEFT JOIN contents ON game = games.id ORDER BY games.id`)
}

func (c *Checker) verifications() error {
	return c.Each(func(r Row) error {
		var v store.Verification
		var sequence, replaced int64
		var sum sql.Null[int64]
		if err := r.Scan(&v.Game, &sequence, &v.VariantVersion, &v.Verdict, &v.Plies, &v.Result,
			&v.Termination, &v.Start, &v.Final, &v.Report, &replaced, &sum); err != nil {
			return err
		}
		if !sum.Valid || sum.V != verificationSum(&v, sequence, replaced) {
			c.addChecksumFault(v.Game, fmt.Sprintf("verification replaced after change %d", sequence))
		}
		return nil
	}, `SELECT game, sequence, variant_version, verdict, plies, result, termination, start, final, report, replaced, sum FROM verifications`)
}

// rows checks the rows with self-contained checksums.
func (c *Checker) rows() error {
	for _, kept := range []struct {
		query string
		read  func(Row) (game int64, what string, err error)
	}{
		{`SELECT game, id, r.revision, r.ply, author, content, r.deleted, saved, sum FROM revisions r JOIN annotations a ON a.id = annotation`, readRevision},
		{`SELECT ` + revisionColumns + ` FROM records`, func(r Row) (int64, string, error) {
			v, err := scanRevision(r)
			if v == nil {
				return 0, "", err
			}
			return v.Game, fmt.Sprintf("revision %d of its record", v.Number), err
		}},
		{`SELECT ` + rulingColumns + ` FROM rulings`, func(r Row) (int64, string, error) {
			v, err := scanRuling(r)
			if v == nil {
				return 0, "", err
			}
			return v.Game, fmt.Sprintf("ruling %d on it", v.Number), err
		}},
		{`SELECT ` + analysisColumns + ` FROM analyses`, func(r Row) (int64, string, error) {
			a, err := scanAnalysis(r)
			return a.Game, "its analysis", err
		}},
		{`SELECT ` + definitionColumns + ` FROM definitions`, func(r Row) (int64, string, error) {
			var d store.Definition
			err := scanDefinition(&d, r)
			return 0, fmt.Sprintf("version %d of draft %s", d.Version, d.Draft), err
		}},
		{`SELECT ` + puzzleColumns + ` FROM puzzles`, func(r Row) (int64, string, error) {
			z, err := scanPuzzle(r)
			return 0, "puzzle " + z.ID, err
		}},
		{`SELECT ` + studyColumns + ` FROM studies`, func(r Row) (int64, string, error) {
			p, err := scanStudy(r)
			return 0, fmt.Sprintf("version %d of chapter %d of study %s", p.Version, p.Chapter, p.Study), err
		}},
		{`SELECT ` + repertoireColumns + ` FROM repertoires`, func(r Row) (int64, string, error) {
			v, err := scanRepertoire(r)
			return 0, fmt.Sprintf("repertoire %d", v.ID), err
		}},
		{`SELECT ` + cardColumns + ` FROM cards`, func(r Row) (int64, string, error) {
			c, err := scanCard(r)
			return 0, fmt.Sprintf("card %s of deck %d", c.ID, c.Deck), err
		}},
		{`SELECT ` + twinColumns + ` FROM twins`, func(r Row) (int64, string, error) {
			d, err := scanTwins(r)
			return d.Game, fmt.Sprintf("decision %d about it and game %d", d.Revision, d.Twin), err
		}},
		{`SELECT ` + playerNameColumns + ` FROM player_names`, func(r Row) (int64, string, error) {
			n, err := scanPlayerName(r)
			return 0, fmt.Sprintf("decision %d about a player's name", n.Number), err
		}},
		{selectClaims, func(r Row) (int64, string, error) {
			c, err := scanClaim(r)
			return 0, fmt.Sprintf("claim of person %d to be a player", c.Person), err
		}},
		{`SELECT people.id, ` + personColumns + ` FROM people`, func(r Row) (int64, string, error) {
			var id int64
			_, err := scanPerson(r, &id)
			return 0, fmt.Sprintf("person %d", id), err
		}},
		{`SELECT ` + eventColumns + ` FROM events`, func(r Row) (int64, string, error) {
			e, err := scanEvent(r)
			return 0, fmt.Sprintf("event %d", e.ID), err
		}},
		{`SELECT ` + uploadColumns + ` FROM deliveries`, func(r Row) (int64, string, error) {
			d, err := scanUpload(r)
			return 0, fmt.Sprintf("upload %d", d.ID), err
		}},
		{selectSubmission, func(r Row) (int64, string, error) {
			s, err := scanSubmission(r)
			return 0, fmt.Sprintf("submission %d", s.ID), err
		}},
		{`SELECT ` + stepColumns + ` FROM steps`, func(r Row) (int64, string, error) {
			s, err := scanStep(r)
			return 0, fmt.Sprintf("step %d of submission %d", s.Number, s.Submission), err
		}},
	} {
		err := c.Each(func(r Row) error {
			game, what, err := kept.read(r)
			if errors.Is(err, store.ErrCorrupt) {
				c.addChecksumFault(game, what)
				return nil
			}
			return err
		}, kept.query)
		if err != nil {
			return err
		}
	}
	return nil
}

// readRevision reads a revision of an annotation.
func readRevision(r Row) (game int64, what string, err error) {
	var id, revision, saved int64
	var sum sql.Null[int64]
	var d store.Draft
	var deleted bool
	err = r.Scan(&game, &id, &revision, &d.Ply, &d.Author, &d.Content, &deleted, &saved, &sum)
	if err == nil && (!sum.Valid || sum.V != revisionSum(id, revision, &d, deleted, saved)) {
		err = store.ErrCorrupt
	}
	return game, fmt.Sprintf("revision %d of annotation %d", revision, id), err
}

// keys checks that people and events are found by their names.
func (c *Checker) keys() error {
	return c.Each(func(r Row) error {
		var what, name, key string
		var id int64
		err := r.Scan(&what, &id, &name, &key)
		if err == nil && key != store.PersonKey(name) && key != store.FormerKey(name) {
			c.addChecksumFault(0, fmt.Sprintf("search key of %s %d", what, id))
		}
		return err
	}, `SELECT 'person', id, name, key FROM people UNION ALL SELECT 'event', id, name, key FROM events`)
}

// revisions finds games, annotations and submissions that have no current
// revision or step, or whose current one is not the last.
func (c *Checker) revisions() error {
	for _, kept := range []struct{ detail, query string }{
		{"its record is at revision %[2]d; %[4]d are saved, the last is %[3]d",
			`SELECT id, 0, g.revision, coalesce(max(r.revision), 0), count(r.revision)
			FROM games g LEFT JOIN records r ON r.game = id WHERE g.revision > 1 OR id IN (SELECT game FROM records)
			GROUP BY id HAVING coalesce(max(r.revision), 0) <> g.revision OR count(r.revision) <> g.revision OR NOT EXISTS
				(SELECT 1 FROM records h WHERE h.game = id AND h.revision = g.revision AND h.hash = g.hash)`},
		{"annotation %d is at revision %d; %[4]d are saved, the last is %[3]d",
			`SELECT a.game, a.id, a.revision, coalesce(max(r.revision), 0), count(r.revision)
			FROM annotations a LEFT JOIN revisions r ON r.annotation = a.id
			GROUP BY a.id HAVING coalesce(max(r.revision), 0) <> a.revision OR count(r.revision) <> a.revision OR NOT EXISTS
				(SELECT 1 FROM revisions h WHERE h.annotation = a.id AND h.revision = a.revision AND h.ply = a.ply AND h.deleted = a.deleted)`},
		{"submission %d is at step %d; %[4]d are saved, the last is %[3]d",
			`SELECT 0, s.id, s.revision, coalesce(max(t.number), 0), count(t.number)
			FROM submissions s LEFT JOIN steps t ON t.submission = s.id
			GROUP BY s.id, s.revision, s.state, s.change, s.text
			HAVING coalesce(max(t.number), 0) <> s.revision OR count(t.number) <> s.revision
				OR NOT EXISTS (SELECT 1 FROM steps h WHERE h.submission = s.id AND h.number = s.revision AND h.state = s.state AND h.change = s.change)
				OR NOT EXISTS (SELECT 1 FROM steps h WHERE h.submission = s.id AND h.number = s.text AND h.record IS NOT NULL)`},
	} {
		err := c.Each(func(r Row) error {
			var game, id, holds, last, saved int64
			err := r.Scan(&game, &id, &holds, &last, &saved)
			if err == nil {
				c.Add(store.FaultRevision, game, fmt.Sprintf(kept.detail, id, holds, last, saved))
			}
			return err
		}, kept.query)
		if err != nil {
			return err
		}
	}
	return nil
}

// sequence finds replaced verifications that are newer than the current one,
// and changes missing from the lineage.
func (c *Checker) sequence() error {
	return c.AddSequenceFaults(
		`SELECT game, 'number ' || v.sequence || ' of a replaced verification is not below ' || games.sequence
			FROM verifications v JOIN games ON id = game WHERE v.sequence >= games.sequence
		UNION ALL
		SELECT 0, 'change ' || newest || ' is the last, ' || last || ' the last one with a lineage'
			FROM (SELECT (SELECT coalesce(max(sequence), 0) FROM games) AS newest,
				(SELECT coalesce(max(sequence), 0) FROM lineage) AS last) n WHERE newest <> last`)
}

// AddSequenceFaults adds faults in change numbers that a query finds.
func (c *Checker) AddSequenceFaults(query string) error {
	return c.Each(func(r Row) error {
		var game int64
		var detail string
		err := r.Scan(&game, &detail)
		if err == nil {
			c.Add(store.FaultSequence, game, detail)
		}
		return err
	}, query)
}
