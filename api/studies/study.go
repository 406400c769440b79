package studies

import (
	"fmt"
	"time"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/request"
)

// Access is the readers of a study, besides its writers and arbiters.
type Access string

// The kinds of access.
const (
	Private  Access = "private"  // nobody else
	Unlisted Access = "unlisted" // everyone with its link
	Public   Access = "public"   // all readers of the archive
)

// Mode is how a chapter is read.
type Mode string

// The modes of chapters.
const (
	Reading Mode = "reading" // with all its moves
	Puzzle  Mode = "puzzle"  // readers find the moves of the main line
)

// Limits of studies.
const (
	MaxChapters = 1000
	MaxText     = 1 << 20  // bytes of a chapter
	maxName     = 200      // characters
	maxWriters  = 50       // of a study
	maxContent  = 64 << 20 // bytes of all versions of one author
)

// Input is a study to create, or what of a study to change. Parts that are
// null are unchanged.
type Input struct {
	Author   string    `json:"author"`
	Name     *string   `json:"name"`
	Text     *string   `json:"text"` // introduction
	Access   *Access   `json:"access"`
	Writers  *[]string `json:"writers"`  // names of its writers besides the owner
	Chapters *[]int64  `json:"chapters"` // in order; others are removed
	Deleted  *bool     `json:"deleted"`
	Restore  int64     `json:"restore"` // version to restore before that; 0 for none
	Records  string    `json:"records"` // of a new study: a file whose records become chapters
}

// ChapterInput is a chapter to add, or what of a chapter to change. Parts that
// are empty are unchanged.
type ChapterInput struct {
	Author string `json:"author"`
	Name   string `json:"name"`
	Mode   Mode   `json:"mode"`
	Text   string `json:"text"` // record in any notation; for new chapters also several
	// Game is the archived game of a new chapter. Variant, Options and Position
	// are its starting position.
	Game     int64  `json:"game"`
	Variant  string `json:"variant"`
	Options  string `json:"options"`
	Position string `json:"position"`

	Edit    *analysis.Edit `json:"edit"`    // change of the tree of moves
	Restore int64          `json:"restore"` // version to restore before that; 0 for none
}

// Head is what a study has in general.
type Head struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Owner    string   `json:"owner"`
	Writers  []string `json:"writers"`
	Access   Access   `json:"access"`
	Chapters int      `json:"chapterCount"`
	Deleted  bool     `json:"deleted"`
	Version  int64    `json:"version"`
	request.Tagged
	Author  string    `json:"author"` // of this version
	Updated time.Time `json:"updated"`
}

// Study is a study with its list of chapters.
type Study struct {
	Head
	Text     string        `json:"text"` // introduction
	Link     optional.Text `json:"link"` // the secret of an unlisted study, for its writers
	Writable bool          `json:"writable"`
	Contents []ChapterHead `json:"chapters"`
}

// ChapterHead is a chapter in the list of a study.
type ChapterHead struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Mode    Mode   `json:"mode"`
	Version int64  `json:"version"`
	request.Tagged
	Author  string    `json:"author"` // of this version
	Updated time.Time `json:"updated"`
}

// Chapter is a version of a chapter.
type Chapter struct {
	ChapterHead
	Study  string           `json:"study"`
	Text   string           `json:"text"` // record in its notation
	Report *analysis.Report `json:"report"`
}

// Version is an entry in the history of a study or of a chapter.
type Version struct {
	Version int64     `json:"version"`
	Author  string    `json:"author"`
	Created time.Time `json:"created"`
}

// History lists the versions of a study or of a chapter, oldest first.
type History struct {
	Versions []Version `json:"versions"`
}

// Page is a page of studies, newest first.
type Page struct {
	Studies []Head `json:"studies"`
	request.Paged
}

// ConflictError reports that a study or a chapter has changed since it was
// read. Nothing was saved. It has both versions, of one or the other.
type ConflictError struct {
	YourStudy   *Input        `json:"yourStudy"`
	Study       *Study        `json:"study"`
	YourChapter *ChapterInput `json:"yourChapter"` // with the whole text
	Chapter     *Chapter      `json:"chapter"`
}

func (e *ConflictError) Error() string {
	if e.Study != nil {
		return fmt.Sprintf("%s changed the study: it is now at version %d", e.Study.Author, e.Study.Version)
	}
	return fmt.Sprintf("%s changed the chapter: it is now at version %d", e.Chapter.Author, e.Chapter.Version)
}

// StudyTag returns the entity tag of a version of a study.
func StudyTag(version int64) string { return fmt.Sprintf(`"%d"`, version) }

// ChapterTag returns the entity tag of a version of a chapter.
func ChapterTag(chapter, version int64) string { return fmt.Sprintf(`"%d-%d"`, chapter, version) }
