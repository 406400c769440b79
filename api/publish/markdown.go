package publish

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"assay/api/diagram"
)

// Pictures keeps a picture of a Markdown text under a name such as
// "game-1-ply-12.svg" and gives the link to it.
type Pictures func(name string, svg []byte) (link string, err error)

// Embedded keeps pictures in their links, so that the text stands alone.
func Embedded(_ string, svg []byte) (string, error) {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg), nil
}

// Markdown is a text of one game or several (CommonMark): the main line bold,
// side lines and comments as quotations, with links to the diagrams of pictured
// positions. Several games get a title of their own and a table of contents.
type Markdown struct {
	pictures Pictures
	titles   []string
	sections spool // of the games, the first one without its heading
}

// NewMarkdown begins a text whose diagrams are kept by pictures.
func NewMarkdown(pictures Pictures) *Markdown { return &Markdown{pictures: pictures} }

// Add adds a game; one that cannot be written leaves the text as it was. The
// error is that of a faulty scene, of the pictures, or of the file that holds
// what a text has beyond 8 MB until it is written.
func (t *Markdown) Add(g *Game) error {
	m := markdown{pictures: t.pictures, number: len(t.titles) + 1}
	if m.number > 1 {
		m.w.WriteString(markdownHeading(m.number, g.Title))
	}
	if m.game(g); m.err != nil {
		return m.err
	}
	if _, err := t.sections.Write(m.w.Bytes()); err != nil {
		return err
	}
	t.titles = append(t.titles, g.Title)
	return nil
}

// Size is how many bytes the games have so far.
func (t *Markdown) Size() int64 { return t.sections.size }

// Write writes the text, once. Its title is that of the game where it has one
// only.
func (t *Markdown) Write(w io.Writer, title string) error {
	var head bytes.Buffer
	if len(t.titles) == 1 {
		fmt.Fprintf(&head, "# %s\n\n", escapeMarkdown(oneLine(t.titles[0])))
	} else {
		fmt.Fprintf(&head, "# %s\n\n", escapeMarkdown(oneLine(title)))
		for i, title := range t.titles {
			fmt.Fprintf(&head, "%d. [%s](#game-%d)\n", i+1, escapeMarkdown(oneLine(title)), i+1)
		}
		head.WriteByte('\n')
		if len(t.titles) > 0 {
			head.WriteString(markdownHeading(1, t.titles[0]))
		}
	}
	if _, err := head.WriteTo(w); err != nil {
		return err
	}
	return t.sections.copyTo(w)
}

// markdownHeading begins one game of several.
func markdownHeading(number int, title string) string {
	return fmt.Sprintf("<a id=\"game-%d\"></a>\n\n## %s\n\n", number, escapeMarkdown(oneLine(title)))
}

// markdown writes one game, without its heading.
type markdown struct {
	w        bytes.Buffer
	pictures Pictures
	number   int // of the game
	between  string
	bold     bool // a run of the main line is open
	err      error
}

func (m *markdown) game(g *Game) {
	for _, h := range g.Headers {
		fmt.Fprintf(&m.w, "- %s: %s\n", escapeMarkdown(h.Key), escapeMarkdown(oneLine(h.Value)))
	}
	if len(g.Headers) > 0 {
		m.w.WriteByte('\n')
	}
	m.quote(g.Comments)
	m.picture("start", "The start", &g.Start)
	m.between = " "
	if g.long() {
		m.between = " · "
	}
	g.flatten(m.ply, func(text string, pictured []step) {
		m.quote([]string{text})
		for _, s := range pictured {
			m.picture(fmt.Sprintf("ply-%d-line-%d", s.count, s.id), "After "+s.ply.Label(), &s.ply.Position)
		}
	})
	m.close()
	m.quote(g.Fault.said())
	if g.End != "" {
		fmt.Fprintf(&m.w, "%s\n\n", escapeMarkdown(g.End))
	}
}

// ply writes a ply of the main line.
func (m *markdown) ply(s step) {
	m.quote(s.ply.Before)
	text := s.ply.Text
	if s.numbered {
		text = s.ply.Label()
	}
	switch {
	case !m.bold:
		m.w.WriteString("**")
		m.bold = true
	case s.ply.Second:
		m.w.WriteString(m.between)
	default:
		m.w.WriteByte('\n') // a move a line, which readers join
	}
	m.w.WriteString(escapeMarkdown(text + signs(s.ply.NAGs)))
	if len(s.ply.Facts) > 0 {
		m.w.WriteString(escapeMarkdown(" [" + strings.Join(s.ply.Facts, ", ") + "]"))
	}
	m.quote(s.ply.Comments)
	m.picture(fmt.Sprintf("ply-%d", s.count), "After "+s.ply.Label(), &s.ply.Position)
}

// close ends a run of the main line.
func (m *markdown) close() {
	if m.bold {
		m.w.WriteString("**\n\n")
		m.bold = false
	}
}

// quote writes paragraphs of comments.
func (m *markdown) quote(texts []string) {
	for _, text := range texts {
		if oneLine(text) == "" {
			continue
		}
		m.close()
		first := true
		for line := range strings.SplitSeq(text, "\n") {
			if line = oneLine(line); line == "" {
				continue
			}
			if !first {
				m.w.WriteString("\\\n") // a line break
			}
			first = false
			m.w.WriteString("> " + escapeBlock(escapeMarkdown(line)))
		}
		m.w.WriteString("\n\n")
	}
}

// picture writes a link to a position's diagram.
func (m *markdown) picture(name, title string, p *Position) {
	if !p.Pictured || p.Scene == nil || m.err != nil {
		return
	}
	m.close()
	var svg bytes.Buffer
	if m.err = diagram.Write(&svg, p.Scene); m.err != nil {
		return
	}
	link, err := m.pictures(fmt.Sprintf("game-%d-%s.svg", m.number, name), svg.Bytes())
	if err != nil {
		m.err = err
		return
	}
	fmt.Fprintf(&m.w, "![%s](%s)\n\n", escapeMarkdown(title), link)
}

// escapeMarkdown keeps signs from meaning anything within a line.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, c := range text {
		if strings.ContainsRune("\\`*_[]<>&|~$", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// escapeBlock keeps the start of a line from making it a heading, a list or a
// rule.
func escapeBlock(line string) string {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	switch {
	case digits < len(line) && digits > 0 && (line[digits] == '.' || line[digits] == ')'):
		return line[:digits] + "\\" + line[digits:]
	case strings.ContainsAny(line[:1], "#+-="):
		return "\\" + line
	}
	return line
}
