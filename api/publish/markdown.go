package publish

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"assay/api/diagram"
)

// Pictures stores a diagram of a Markdown text under a name such as
// "game-1-ply-12.svg" and returns its link.
type Pictures func(name string, svg []byte) (link string, err error)

// Embedded stores diagrams in their links, so that the text is self-contained.
func Embedded(_ string, svg []byte) (string, error) {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg), nil
}

// Markdown is a CommonMark text of one or more games: the main line in bold,
// variations and comments as block quotes, diagrams as links. Several games get
// headings and a table of contents.
type Markdown struct {
	pictures Pictures
	titles   []string
	sections spool // the games; the first one without its heading
}

// NewMarkdown returns an empty text. Its diagrams are stored by pictures.
func NewMarkdown(pictures Pictures) *Markdown { return &Markdown{pictures: pictures} }

// Add adds a game. If that fails, the text is unchanged. Errors concern an
// invalid scene, the pictures, or the temporary file for texts larger than 8
// MB.
func (t *Markdown) Add(g *Game) error {
	m := markdownWriter{pictures: t.pictures, number: len(t.titles) + 1}
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

// Size returns the size of the added games in bytes.
func (t *Markdown) Size() int64 { return t.sections.size }

// Write writes the text; call it once. A text with a single game has the game's
// title.
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

// markdownHeading returns the heading of one game of several.
func markdownHeading(number int, title string) string {
	return fmt.Sprintf("<a id=\"game-%d\"></a>\n\n## %s\n\n", number, escapeMarkdown(oneLine(title)))
}

// markdownWriter writes one game without its heading.
type markdownWriter struct {
	w         bytes.Buffer
	pictures  Pictures
	number    int // of the game
	separator string
	inBold    bool // moves of the main line are being written in bold
	err       error
}

func (m *markdownWriter) game(g *Game) {
	for _, h := range g.Headers {
		fmt.Fprintf(&m.w, "- %s: %s\n", escapeMarkdown(h.Key), escapeMarkdown(oneLine(h.Value)))
	}
	if len(g.Headers) > 0 {
		m.w.WriteByte('\n')
	}
	m.quote(inlineTexts(g.Comments))
	m.picture("start", "Starting position", &g.Start)
	m.separator = " "
	if g.hasLongMoves() {
		m.separator = " · "
	}
	g.flatten(m.ply, func(text string, pictured []step) {
		m.quote([]string{text})
		for _, s := range pictured {
			m.picture(fmt.Sprintf("ply-%d-line-%d", s.count, s.id), "After "+s.ply.Label(), &s.ply.Position)
		}
	})
	m.close()
	m.quote(g.Fault.lines())
	if g.End != "" {
		fmt.Fprintf(&m.w, "%s\n\n", escapeMarkdown(g.End))
	}
}

// ply writes a ply of the main line.
func (m *markdownWriter) ply(s step) {
	m.quote(inlineTexts(s.ply.Before))
	text := s.ply.Text
	if s.numbered {
		text = s.ply.Label()
	}
	switch {
	case !m.inBold:
		m.w.WriteString("**")
		m.inBold = true
	case s.ply.Second:
		m.w.WriteString(m.separator)
	default:
		m.w.WriteByte('\n') // one move per line; Markdown joins the lines
	}
	m.w.WriteString(escapeMarkdown(text + glyphText(s.ply.NAGs)))
	if len(s.ply.Facts) > 0 {
		m.w.WriteString(escapeMarkdown(" [" + strings.Join(s.ply.Facts, ", ") + "]"))
	}
	m.quote(inlineTexts(s.ply.Comments))
	m.picture(fmt.Sprintf("ply-%d", s.count), "After "+s.ply.Label(), &s.ply.Position)
}

// close ends the bold moves of the main line.
func (m *markdownWriter) close() {
	if m.inBold {
		m.w.WriteString("**\n\n")
		m.inBold = false
	}
}

// quote writes comments as paragraphs.
func (m *markdownWriter) quote(texts []string) {
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
func (m *markdownWriter) picture(name, title string, p *Position) {
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

// escapeMarkdown escapes the characters that have a meaning within a line.
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

// escapeBlock escapes a line that would begin a heading, a list or a rule.
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
