package publish

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"
)

// Entry is the data about a game that a site stores for its lists and its
// search. With it, the page of an unchanged game need not be written again.
type Entry struct {
	Name    string // unique name of the game's page, valid in a URL
	Title   string // one line: players, event, day
	Summary Summary
	Words   string    // the comments
	Picture string    // path of its preview within the site, or ""
	Alt     string    // what the picture shows
	Board   string    // path of its board, if pages share it, or ""
	Files   []File    // downloads
	Added   time.Time // to the archive
	Changed time.Time // when it was added or a comment was last saved
	Rules   string    // key of the page of the variant
	Hashes  []byte    // of its positions by id, 4 bytes each; see PositionHash
	// Steps are the links to the previous and the next game in the page that
	// was written.
	Steps string
}

// File is a file of a game: the name of its format, its path, and its name in
// the archive if that is one.
type File struct {
	Format, Path string
	Inside       string `json:",omitempty"`
}

// Page returns the path of the game's page within the site.
func (e *Entry) Page() string { return "game/" + e.Name + ".html" }

// Paths returns the files of the game alone, its page first.
func (e *Entry) Paths() []string {
	out := []string{e.Page()}
	if e.Picture != "" {
		out = append(out, e.Picture)
	}
	for _, f := range e.Files {
		if !slices.Contains(out, f.Path) {
			out = append(out, f.Path)
		}
	}
	return out
}

// Played returns round, variant, result and length in one line.
func (e *Entry) Played() string {
	s := &e.Summary
	text := fmt.Sprintf("%s, %s, %s", s.Variant, s.Result, count(s.Plies, "ply", "plies"))
	if s.Round != "" {
		text = "round " + s.Round + ", " + text
	}
	return text
}

// Annotated reports whether the game has comments.
func (e *Entry) Annotated() bool { return e.Summary.Comments > 0 }

// names returns the names of a game in a grouping, each once.
func (e *Entry) names(g grouping) []string {
	s := &e.Summary
	names := map[grouping][]string{
		players: s.Players[:], events: {s.Event}, openings: {s.Opening}, variants: {s.Variant},
	}[g]
	var out []string
	for _, name := range names {
		if name = strings.Join(strings.Fields(name), " "); name != "" && (len(out) == 0 || name != out[0]) {
			out = append(out, name)
		}
	}
	return out
}

// PositionHash returns the key of a position in a site's search: a hash of the
// pieces and the side to move, which are the first two words of the FEN.
func PositionHash(position string) uint32 {
	words := strings.Fields(position)
	h := fnv.New32a()
	h.Write([]byte(strings.Join(words[:min(2, len(words))], " ")))
	return h.Sum32()
}

// describeGame sets the fields of the entry that come from the published game.
func (e *Entry) describeGame(g *Game) {
	e.Title, e.Changed = g.Title, e.Added
	var words []string
	add := func(comments []Comment) {
		for _, c := range comments {
			text := oneLine(c.Text)
			if text == "" {
				continue
			}
			e.Summary.Comments++
			if words = append(words, text); c.Credit != nil {
				words = append(words, c.Credit.Author)
				if c.Credit.Saved.After(e.Changed) {
					e.Changed = c.Credit.Saved
				}
			}
		}
	}
	add(g.Comments)
	e.Hashes = binary.BigEndian.AppendUint32(nil, g.Start.Hash)
	for s := range g.steps() {
		if s.kind == stepPly {
			add(s.ply.Before)
			add(s.ply.Comments)
			e.Hashes = binary.BigEndian.AppendUint32(e.Hashes, s.ply.Hash)
		}
	}
	e.Words = strings.Join(words, " ")
}

// decisive returns the position that represents the game in previews, and a
// description of it. It returns nil if the game has no plies or no pictures.
func (g *Game) decisive() (*Position, string) {
	glyphs := make([][]int, len(g.Moves))
	for i, ply := range g.Moves {
		glyphs[i] = ply.NAGs
	}
	n := Decisive(glyphs)
	if n == 0 || g.Moves[n-1].Scene == nil {
		return nil, ""
	}
	ply := g.Moves[n-1]
	return &ply.Position, cmp.Or(g.Title, "Game") + ", after " + ply.Label()
}
