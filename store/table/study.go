package table

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"assay/store"
	"assay/store/row"
)

// studyColumns are the columns of a version of a part of a study.
const studyColumns = `study, chapter, version, author, content, size, saved, sum`

// latestStudy selects the last versions of parts.
const latestStudy = `SELECT ` + studyColumns + ` FROM studies s WHERE version = (SELECT max(version) FROM studies
	WHERE study = s.study AND chapter = s.chapter)`

// scanStudy reads studyColumns. It returns an altered part with its error.
func scanStudy(r Row) (*store.StudyPart, error) {
	p := new(store.StudyPart)
	var packed []byte
	var size sql.Null[int64]
	var saved, sum int64
	err := r.Scan(&p.Study, &p.Chapter, &p.Version, &p.Author, &packed, &size, &saved, &sum)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return p, store.ErrNoStudy
	case err != nil:
		return p, err
	}
	p.Saved = row.Instant(saved)
	length, _ := size.Value()
	if err = row.ErrChecksum; sum == row.StudySum(p, packed, length, saved) {
		p.Content, err = row.Unpack(packed, size)
	}
	if err != nil {
		err = fmt.Errorf("study %s: %w", p.Study, errors.Join(store.ErrCorrupt, err))
	}
	return p, err
}

func (t Tables) SaveStudy(ctx context.Context, parts []store.StudyPart, most int64) ([]store.StudyPart, error) {
	var size int64
	for i := range parts {
		size += int64(len(parts[i].Content))
	}
	kept := make([]store.StudyPart, len(parts))
	err := t.db.Write(ctx, size, func(tx Transaction) error {
		for i := range parts {
			p, err := saveStudyPart(ctx, tx, parts[i], most)
			if err != nil {
				return err
			}
			kept[i] = *p
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// saveStudyPart saves a version of a part, unless it is equal to the last one.
func saveStudyPart(ctx context.Context, tx Transaction, p store.StudyPart, most int64) (*store.StudyPart, error) {
	last, err := scanStudy(tx.Row(ctx, latestStudy+` AND study = $1 AND chapter = $2`, p.Study, p.Chapter))
	switch {
	case errors.Is(err, store.ErrNoStudy) && p.Version == 0:
	case err != nil:
		return nil, err
	case last.Version != p.Version:
		return nil, &store.StudyChangedError{Version: p.Version, Current: last}
	case string(last.Content) == string(p.Content):
		return last, nil
	case last.Version == store.MaxStudyVersions:
		return nil, &store.FieldError{Field: "versions", Value: fmt.Sprint(last.Version + 1),
			Want: fmt.Sprintf("at most %d", store.MaxStudyVersions)}
	}
	packed, length := row.Pack(p.Content)
	if most > 0 {
		var size int64
		if err := tx.Row(ctx, `SELECT CAST(COALESCE(sum(length(content)), 0) + $1 * count(*) AS bigint) FROM studies
			WHERE author = $2`, store.VersionSize, p.Author).Scan(&size); err != nil {
			return nil, err
		}
		if size += int64(len(packed)) + store.VersionSize; size > most {
			return nil, &store.FieldError{Field: "studies", Value: fmt.Sprintf("%d bytes of %s", size, p.Author),
				Want: fmt.Sprintf("%d of one author", most)}
		}
	}
	p.Version, p.Saved = p.Version+1, row.Instant(tx.Now())
	saved := p.Saved.UnixMilli()
	return &p, exec(ctx, tx, `INSERT INTO studies (`+studyColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, p.Study,
		p.Chapter, p.Version, p.Author, packed, length, saved, row.StudySum(&p, packed, length, saved))
}

func (t Tables) StudyPart(ctx context.Context, study string, chapter, version int64) (*store.StudyPart, error) {
	p, err := scanStudy(t.db.Row(ctx, `SELECT `+studyColumns+` FROM studies WHERE study = $1 AND chapter = $2
		AND (version = $3 OR $3 = 0) ORDER BY version DESC LIMIT 1`, study, chapter, version))
	return classified(ctx, t, p, err)
}

func (t Tables) StudyParts(ctx context.Context, study string) ([]store.StudyPart, error) {
	all, err := list(ctx, t, func(r Row) (*store.StudyPart, error) {
		p := &store.StudyPart{Study: study}
		err := r.Scan(&p.Chapter, &p.Version)
		return p, err
	}, `SELECT chapter, max(version) FROM studies WHERE study = $1 GROUP BY chapter ORDER BY chapter`, study)
	if err == nil && len(all) == 0 {
		err = store.ErrNoStudy
	}
	return all, err
}

func (t Tables) StudyVersions(ctx context.Context, study string, chapter int64) ([]store.StudyPart, error) {
	all, err := list(ctx, t, func(r Row) (*store.StudyPart, error) {
		p := &store.StudyPart{Study: study, Chapter: chapter}
		var saved int64
		err := r.Scan(&p.Version, &p.Author, &saved)
		p.Saved = row.Instant(saved)
		return p, err
	}, `SELECT version, author, saved FROM studies WHERE study = $1 AND chapter = $2 ORDER BY version`, study, chapter)
	if err == nil && len(all) == 0 {
		err = store.ErrNoStudy
	}
	return all, err
}

func (t Tables) ListStudies(ctx context.Context, before string, limit int) ([]store.StudyPart, error) {
	return list(ctx, t, scanStudy, latestStudy+` AND chapter = 0 AND (study < $1 OR $1 = '')
		ORDER BY study DESC LIMIT $2`, before, limit)
}
