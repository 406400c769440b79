package api

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/account"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/define"
	"assay/api/drill"
	"assay/api/events"
	"assay/api/games"
	"assay/api/laboratory"
	"assay/api/players"
	"assay/api/present"
	"assay/api/puzzles"
	"assay/api/ratings"
	"assay/api/records"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/api/search"
	"assay/api/studies"
	"assay/api/twins"
	"assay/store"
)

// Archive is an open archive with its index. It also provides everything an
// [Arbiter] does. It is safe for concurrent use.
type Archive struct {
	*Arbiter
	*define.Drafts
	*request.IdempotencyKeys
	*account.Accounts
	*account.Notifier
	*events.Organizer
	*annotate.Annotator
	*analyse.Analyses
	*games.Collection
	*search.Finder
	*records.Keeper
	Puzzles     *puzzles.Collection
	Repertoires *repertoires.Collection
	Training    *drill.Trainer
	Studies     *studies.Collection
	Twins       *twins.Collection
	Players     *players.Roster
	Ratings     *ratings.Collection
	Laboratory  *laboratory.Runs
	store       store.Archive
}

// NewArchive returns an archive with the variants of a and the store s, which
// it closes. The index is in the folder Config.Data.
func NewArchive(a *Arbiter, s store.Archive) *Archive {
	archive := &Archive{
		Arbiter:         a,
		Drafts:          define.NewDrafts(s, a.Library),
		IdempotencyKeys: request.NewIdempotencyKeys(s),
		Accounts:        account.NewAccounts(s),
		Notifier:        account.NewNotifier(s),
		store:           s,
	}
	archive.Annotator = annotate.NewAnnotator(archive.IdempotencyKeys, s, archive)
	archive.Analyses = analyse.NewAnalyses(a.Engines, s, archive)
	archive.Players = players.NewRoster(a.Library, s, archive.Analyses)
	archive.Collection = games.NewCollection(a.Library, s, archive.Players, archive.Annotator, archive.Analyses,
		archive)
	archive.Organizer = events.NewOrganizer(a.Library, s, archive.Collection)
	archive.Finder = archive.newFinder(archive.openIndex)
	archive.Keeper = records.NewKeeper(a.Verifier, s, records.Rooms{Keys: archive.IdempotencyKeys,
		Accounts: archive.Accounts, Annotations: archive.Annotator, Games: archive.Collection,
		Events: archive.Organizer, Drafts: archive.Drafts, Index: archive})
	archive.Puzzles = puzzles.NewCollection(a.Library, s, puzzleGames{archive}, a.Engines.Fits(), a.Workers())
	archive.Ratings = ratings.NewCollection(s, a.Library)
	archive.Repertoires = repertoires.NewCollection(a.Library, s, repertoireSources{archive})
	archive.Training = drill.NewTrainer(s, archive.Repertoires, archive.Puzzles)
	archive.Studies = studies.NewCollection(a.Library, s, archive.Collection)
	archive.Laboratory = laboratory.NewRuns(laboratorySources{archive},
		laboratory.RunsConfig{Folder: a.config.labFolder(), MaxTime: a.config.LabTime})
	archive.Twins = twins.NewCollection(s, twinRecords{archive})
	return archive
}

// newFinder returns the finder with an index that open opens.
func (a *Archive) newFinder(open search.Opener) *search.Finder {
	return search.NewFinder(a.Library, a.store, a.Collection, a.Players, a.Analyses, a.Drafts, search.Config{
		Open: open, Folder: a.config.Data, Shared: a.config.IndexDatabase != "", Report: a.config.Report,
		Changed: a.Annotator.Changes.Notify,
	})
}

// puzzleGames gives puzzles the games of an archive.
type puzzleGames struct{ *Archive }

// Matching returns the games of a filter, ascending.
func (a puzzleGames) Matching(ctx context.Context, f games.Filter) ([]int64, error) {
	return a.Select(ctx, search.Selection{Filter: f})
}

// repertoireSources gives repertoires the games and studies of an archive.
type repertoireSources struct{ *Archive }

// Chapters returns the chapters of a study; a point separates its ID from the
// secret of its link.
func (a repertoireSources) Chapters(ctx context.Context, study string) ([]*present.Replay, error) {
	id, link, _ := strings.Cut(study, ".")
	return a.Studies.Replays(ctx, id, link)
}

// twinRecords gives twins the records and positions of an archive.
type twinRecords struct{ *Archive }

// Matching returns the games that a query finds, ascending.
func (a twinRecords) Matching(ctx context.Context, variant, query string) ([]int64, error) {
	return a.Select(ctx, search.Selection{Filter: games.Filter{Variant: variant},
		Search: search.SearchQuery{Query: query}})
}

// Variant returns the ID of a variant by its ID, name or alias.
func (a twinRecords) Variant(name string) (string, error) {
	if id, ok := a.Book().Registry().Find(name); ok {
		return id, nil
	}
	return "", a.Book().Registry().Unknown(name)
}

// LabFolder is the folder of the laboratory's games in the archive's folder.
const LabFolder = "lab"

// labFolder returns the folder of the laboratory, "" without a folder of data.
func (c *Config) labFolder() string {
	if c.Data == "" {
		return ""
	}
	return filepath.Join(c.Data, LabFolder)
}

// laboratorySources gives the laboratory the variants, drafts and games of an
// archive.
type laboratorySources struct{ *Archive }

// SubjectRules returns the rules of a variant, or of a version of a draft.
func (a laboratorySources) SubjectRules(ctx context.Context, variant, options, draft string,
	version int64) (*rules.Rules, *laboratory.Subject, error) {
	of := &laboratory.Subject{}
	var r *rules.Rules
	if draft == "" {
		var err error
		if r, err = a.Book().Rules(variant, options); err != nil {
			return nil, nil, err
		}
	} else {
		d, err := a.Draft(ctx, draft, version)
		if err != nil {
			return nil, nil, err
		}
		checked, err := a.CheckDefinition(ctx, []byte(d.Text))
		if err != nil {
			return nil, nil, err
		}
		r, of.Draft, of.Version = checked.Rules, optional.Text(d.ID), optional.Number(d.Version)
	}
	d := r.Definition()
	of.Variant, of.Name, of.Options, of.Revision = d.ID, d.Name, d.OptionText(), d.Revision()
	return r, of, nil
}

// LegalGames returns the valid games of a variant, ascending.
func (a laboratorySources) LegalGames(ctx context.Context, variant string) ([]int64, error) {
	if _, known := a.Book().Registry().Find(variant); !known {
		return nil, nil // a draft
	}
	return a.Select(ctx, search.Selection{Filter: games.Filter{Variant: variant, Verdict: analysis.Legal}})
}

// Close closes the index and the store.
func (a *Archive) Close() error {
	return errors.Join(a.Finder.Close(), a.store.Close())
}
