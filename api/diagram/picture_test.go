package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// attacks are harmful SVG texts, all of which must be rejected.
var attacks = []string{
	`<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>`,
	`<svg viewBox="0 0 9 9" onload="alert(1)"><path d="M0 0H9V9Z"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z" onclick="alert(1)"/></svg>`,
	`<svg viewBox="0 0 9 9"><a href="javascript:alert(1)"><path d="M0 0H9V9Z"/></a></svg>`,
	`<svg viewBox="0 0 9 9" xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="http://e.example/x.svg#a"/></svg>`,
	`<svg viewBox="0 0 9 9"><image href="http://e.example/x.png"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z" fill="url(http://e.example/x)"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z" style="fill:url(http://e.example/x)"/></svg>`,
	`<svg viewBox="0 0 9 9"><style>@import "http://e.example/x"</style></svg>`,
	`<svg viewBox="0 0 9 9"><foreignObject><iframe src="http://e.example"/></foreignObject></svg>`,
	`<svg viewBox="0 0 9 9"><animate attributeName="href" to="javascript:alert(1)"/></svg>`,
	`<svg viewBox="0 0 9 9"><set attributeName="onload" to="alert(1)"/></svg>`,
	`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 9 9"><path d="&a;"/></svg>`,
	`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg viewBox="0 0 9 9">&b;</svg>`,
	`<?xml-stylesheet href="http://e.example/x.css"?><svg viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>`,
	`<svg viewBox="0 0 9 9"><path id="x" d="M0 0H9V9Z"/></svg>`,
	`<svg viewBox="0 0 9 9"><path class="last" d="M0 0H9V9Z"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M-900 -900H900V900H-900Z"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M0 0H9" stroke="#000" stroke-width="900"/></svg>`,
	`<svg viewBox="0 0 9 9"><h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script></svg>`,
	`<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/1999/xhtml"><path d="M0 0H9V9Z"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z" fill="#000&quot; onload=&quot;alert(1)"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z&quot;/><script>"/></svg>`,
	"<svg viewBox=\"0 0 9 9\"><![CDATA[<script>alert(1)</script>]]></svg>",
	`<svg viewBox="0 0 NaN 9"><path d="M0 0H9V9Z"/></svg>`,
	`<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z" transform="scale(1e308)"/></svg>`,
}

// TestPictureAttacks: each attack is rejected, with its position.
func TestPictureAttacks(t *testing.T) {
	for _, text := range attacks {
		var fault *PictureError
		if p, err := ParsePicture(text); !errors.As(err, &fault) || fault.Line < 1 || fault.Column < 1 || fault.Reason == "" {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
}

// TestParsePicture checks parsed shapes and the positions of errors.
func TestParsePicture(t *testing.T) {
	for _, text := range []string{
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45" width="45px" height="45px"><!-- a frog --><g fill="#0a0" stroke="context-stroke" stroke-width="1.5" stroke-linecap="round"><circle cx="22" cy="22" r="15"/><ellipse cx="10" cy="10" rx="4" ry="5"/><line x1="1" y1="1" x2="9" y2="9"/></g></svg>`,
		`<svg viewBox="-5,-5,10,10"><rect x="-4" y="-4" width="8" height="8" transform="rotate(45) scale(.8 .7)"/></svg>`,
		"<svg viewBox='0 0 9 9'>\n<path d='M1 1\n h7 a3 3 0 0 1 -7 0 z' fill='none' stroke='currentColor'/>\n</svg>",
		`<svg viewBox="0 0 9 9"><polygon points="1,1 8,1 4,8" transform="translate(1 0) matrix(1 0 0 1 0 0) rotate(10, 4, 4)"/><polyline points="1 1 2 2"/></svg>`,
	} {
		if p, err := ParsePicture(text); err != nil || len(p.parts) == 0 {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
	for _, row := range []struct {
		text         string
		line, column int
		says         string
	}{
		{"", 1, 1, "no svg element"},
		{"<svg viewBox='0 0 9 9'/>", 1, 25, "draws nothing"},
		{"<svg viewBox='0 0 9 9'>\n  <text>é</text></svg>", 2, 3, `element "text"`},
		{"<svg viewBox='0 0 9 9'>\n<path d='M0 0'/>é<b/></svg>", 2, 17, "text is not supported"},
		{"<svg viewBox='0 0 9 9'><path d='M0 0Q1 1 2 2'/></svg>", 1, 24, "d: unknown command Q at byte 4"},
		{"<svg viewBox='0 0 9 9'><path d='M0 0' fill='red'/></svg>", 1, 24, `currentColor or context-stroke, found "red"`},
		{"<svg viewBox='0 0 9 9'><path d='M0 0' stroke-linecap='butt'/></svg>", 1, 24, "only round is supported"},
		{"<svg viewBox='0 0 9 9'><path d='M0 0' transform='skewX(3)'/></svg>", 1, 24, "use translate"},
		{"<svg viewBox='0 0 9 9'><path d='M0 0' transform='scale(3'/></svg>", 1, 24, "expected NAME(NUMBERS)"},
		{"<svg><path d='M0 0'/></svg>", 1, 1, "viewBox: expected 4 numbers"},
		{"<svg viewBox='0 0 9 0'><path d='M0 0'/></svg>", 1, 1, "at least 1"},
		{"<svg viewBox='0 0 9 9'><polygon points='1 2 3'/></svg>", 1, 24, "two points"},
		{"<svg viewBox='0 0 9 9'><circle r='x'/></svg>", 1, 24, `r: "x" is not a number`},
		{"<svg viewBox='0 0 9 9'><svg viewBox='0 0 9 9'/></svg>", 1, 24, "one svg element"},
		{"<g/>", 1, 1, "one svg element"},
		{"<svg viewBox='0 0 9 9'><path d='M0 0' d='M1 1'/></svg>", 1, 24, "duplicate attribute"},
		{"<svg viewBox='0 0 9 9'>", 1, 24, "EOF"},
		{"<svg viewBox='0 0 9 9'>" + strings.Repeat("<g>", 20) + strings.Repeat("</g>", 20) + "</svg>", 1, 24 + 3*15, "nested more than 16 deep"},
		{"<svg viewBox='0 0 9 9'>" + strings.Repeat("<g/>", 300) + "</svg>", 1, 24 + 4*199, "more than 200 elements"},
		{"<svg viewBox='0 0 9 9'><path d='M0 0" + strings.Repeat("L1 1", 5000) + "'/></svg>", 1, 1, "at most 16384 are allowed"},
		{"<svg viewBox='0 0 9 9'><path d='M0 0" + strings.Repeat("h1", 4001) + "'/></svg>", 1, 24, "more than 4000 steps"},
	} {
		var fault *PictureError
		if _, err := ParsePicture(row.text); !errors.As(err, &fault) || fault.Line != row.line || fault.Column != row.column || !strings.Contains(fault.Reason, row.says) {
			t.Errorf("%.80s: %v, want line %d, column %d: %s", row.text, err, row.line, row.column, row.says)
		}
	}
}

// drawnAs returns the SVG of a piece with a picture.
func drawnAs(t *testing.T, p *Picture) string {
	t.Helper()
	var out bytes.Buffer
	if err := WritePiece(&out, &Piece{Letter: "F", Name: "Frog", Set: Own, Picture: p}, 40); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// harmless returns an error if a drawing contains anything except shapes and
// groups.
func harmless(drawn string) error {
	d := xml.NewDecoder(strings.NewReader(drawn))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains([]string{"svg", "g", "path", "title"}, e.Name.Local) {
			return fmt.Errorf("element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if e.Name.Local != "svg" && !slices.Contains([]string{"d", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "transform"}, a.Name.Local) ||
				a.Name.Local == "fill" && strings.Contains(a.Value, "(") || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				return fmt.Errorf("%s of %s: %s", a.Name.Local, e.Name.Local, a.Value)
			}
		}
	}
}

// TestPictureDrawn: a picture is drawn in the colours of its side, and not in
// other sets.
func TestPictureDrawn(t *testing.T) {
	p, err := ParsePicture(`<svg viewBox="0 0 22 22"><path d="M0 0H22V22Z"/><path d="M3 3L9 9" fill="none" stroke="context-stroke" stroke-width="2"/><circle cx="11" cy="11" r="4" fill="#123456"/></svg>`)
	if err != nil {
		t.Fatal(err)
	}
	drawn := drawnAs(t, p)
	for _, want := range []string{`d="M-11 -11L11 -11L11 11Z"`, `fill="#fffdf8"`, `stroke="#2b2620" stroke-width="2"`, `fill="#123456"`} {
		if !strings.Contains(drawn, want) {
			t.Errorf("no %s in %s", want, drawn)
		}
	}
	if err := harmless(drawn); err != nil {
		t.Error(err)
	}
	var other bytes.Buffer
	if err := WritePiece(&other, &Piece{Letter: "F", Set: Letters, Picture: p}, 40); err != nil || strings.Contains(other.String(), "#123456") {
		t.Errorf("%s %v", &other, err)
	}
}

// FuzzPicture: any accepted picture is drawn as shapes only.
func FuzzPicture(f *testing.F) {
	for _, text := range attacks {
		f.Add(text)
	}
	f.Add(`<svg viewBox="0 0 45 45"><g fill="#0a0" transform="translate(1,2) rotate(4)"><circle cx="22" cy="22" r="15"/><path d="M1 1a3 3 0 0 1 4 4z" stroke="currentColor"/></g></svg>`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePicture(text)
		var fault *PictureError
		if err != nil {
			if !errors.As(err, &fault) || fault.Line < 1 || fault.Column < 1 {
				t.Fatal(err)
			}
			return
		}
		if err := harmless(drawnAs(t, p)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
}
