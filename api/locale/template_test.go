package locale

import (
	"slices"
	"strings"
	"testing"
)

func TestTemplateMessages(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   []string
	}{
		{`<h1>Archive</h1>`, []string{"Archive"}},
		{`<p>No game. <a href="{{at}}/">Show all.</a></p>`, []string{"No game. <1>Show all.</1>"}},
		{`<p><a href="/a">Help</a> · <a href="/b">Glossary</a></p>`, []string{"Help", "Glossary"}},
		{`<b>{{count (len .Games) "{1} game" "{1} games"}}</b> found`, []string{"<1>{2}</1> found", "{1} games"}},
		{`{{if eq .Total 1}}game{{else}}games{{end}}`, []string{"game", "games"}},
		{`<p>Run <code>assay import</code>,
  or wait.</p>`, []string{"Run <1/>, or wait."}},
		{`<button title="Games of {{.Name}}"><svg><title>x</title></svg> Go</button>`, []string{"Games of {1}", "Go"}},
		{`<p>Ply {{.Ply}}, <code>{{.Text}}</code>: <b>{{.Name}}</b> won</p>`, []string{"Ply {1}, <2/>: <3>{4}</3> won"}},
		{`<input placeholder="{{if .A}}one{{end}}"><p>{{.Name}}</p><p>12&nbsp;× 3</p>`, nil},
		{`<script>let a = "text";</script><style>p { color: red }</style><pre>text</pre>`, nil},
		{`<p>One <b>two</p> three</b>`, []string{"One", "two", "three"}},
		{`{{define "main"}}<!-- a comment --><p>a {single} brace</p>{{end}}`, []string{"a {single} brace"}},
	} {
		if got := TemplateMessages(tt.source); !slices.Equal(got, tt.want) {
			t.Errorf("%s: messages %q, want %q", tt.source, got, tt.want)
		}
	}
}

// TestTemplateMarks: a translation may change the order of what it contains.
func TestTemplateMarks(t *testing.T) {
	c := &Catalogue{Translations: map[string]Translation{
		"{1} of {2} <3>games</3>": {Text: "<3>Partien</3>: {2}, davon {1}"},
		"Games of {1}":            {Text: "Partien von {1}"},
	}}
	got := c.Template(`<p title="Games of {{.P}}"> {{.A}} of {{.B}} <a href="{{at}}/" title="Games of {{.Q}}">games</a> </p>`)
	want := `<p title="Partien von {{.P}}"> <a href="{{at}}/" title="Partien von {{.Q}}">Partien</a>: {{.B}}, davon {{.A}} </p>`
	if got != want {
		t.Errorf("translated as\n%s\nwant\n%s", got, want)
	}
}

func TestScriptMessages(t *testing.T) {
	got := ScriptMessages("say(t`Saved.`); say(t` by ${a.name} (${b ? 1 : 2})`); count(n.length, \"{1} game\", \"{1} games\");\nconst cut`x`")
	if want := []string{"Saved.", "by {1} ({2})", "{1} games"}; !slices.Equal(got, want) {
		t.Errorf("messages %q, want %q", got, want)
	}
}

func TestChoose(t *testing.T) {
	for _, tt := range []struct{ chosen, accept, want string }{
		{"", "", "en"},
		{"", "ja", "ja"},
		{"", "de-CH, en;q=0.5", "de"},
		{"", "pt, fr;q=0.3", "fr"},
		{"", "zh", "zh-CN"},
		{"", "zh-HK", "zh-TW"},
		{"", "zh-Hant", "zh-TW"},
		{"", "xx;;q=what", "en"},
		{"", "sw", "en"},
		{"ru", "ja", "ru"},
		{"klingon", "ja", "ja"},
	} {
		if got := Choose(tt.chosen, tt.accept); got != tt.want {
			t.Errorf("%q, %q: %s, want %s", tt.chosen, tt.accept, got, tt.want)
		}
	}
}

func TestCount(t *testing.T) {
	c := Of("ru")
	saved := c.Translations
	defer func() { c.Translations = saved }()
	c.Translations = map[string]Translation{"{1} games": {Forms: map[string]string{"one": "{1} партия", "few": "{1} партии", "many": "{1} партий"}}}
	var got []string
	for _, n := range []int{1, 2, 5, 21} {
		got = append(got, c.Count(n, "{1} game", "{1} games"))
	}
	for _, n := range []int{1, 2} {
		got = append(got, (*Catalogue)(nil).Count(n, "{1} game", "{1} games"))
	}
	if want := "1 партия, 2 партии, 5 партий, 21 партия, 1 game, 2 games"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}
