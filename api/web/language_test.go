package web

import (
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"testing"

	"assay/api/locale"
)

// TestScriptsAreMarked: every message of a script is found, so that its
// expressions contain no braces and no template literals.
func TestScriptsAreMarked(t *testing.T) {
	for name, text := range assets() {
		if path.Ext(name) != ".js" || name == "text.js" {
			continue
		}
		for _, m := range locale.ScriptMessages(string(text)) {
			if strings.Contains(m, "${") || strings.Count(m, "{") != strings.Count(m, "}") {
				t.Errorf("%s: the message %q contains an expression with braces or a template literal", name, m)
			}
		}
	}
}

// TestLanguages: pages are in the language that the reader chose, else in that
// of their browser.
func TestLanguages(t *testing.T) {
	site, _ := serve(t)
	for _, tt := range []struct{ path, accept, cookie, want string }{
		{"/", "", "", "en"},
		{"/", "ja, en;q=0.5", "", "ja"},
		{"/search", "de-AT", "", "de"},
		{"/", "ja", "lang=ru", "ru"},
		{"/no-such-page", "fr", "", "fr"},
		{"/", "tlh", "", "en"},
		{"/", "ja", "lang=klingon", "ja"},
	} {
		answer, text := inLanguage(t, site+tt.path, tt.accept, tt.cookie)
		if got := answer.Header.Get("Content-Language"); got != tt.want || !strings.Contains(text, `<html lang="`+tt.want+`">`) {
			t.Errorf("%s, %q, %q: in %q, want %s:\n%.200s", tt.path, tt.accept, tt.cookie, got, tt.want, text)
		}
		if !strings.Contains(strings.Join(answer.Header.Values("Vary"), ", "), "Accept-Language") {
			t.Errorf("%s: Vary is %q", tt.path, answer.Header.Values("Vary"))
		}
		module := `/static/messages-` + tt.want + `.js`
		if want := tt.want != "en" && tt.path != "/no-such-page"; strings.Contains(text, module) != want {
			t.Errorf("%s in %s: preloads %s: %v, want %v", tt.path, tt.want, module, !want, want)
		}
	}
}

// TestLanguageIsRemembered: a link of the menu stores the language and leads
// back to the same page.
func TestLanguageIsRemembered(t *testing.T) {
	site, _ := serve(t)
	_, text := inLanguage(t, site+"/?player=Smith", "", "")
	const link = `href="/?lang=th&amp;player=Smith"`
	if !strings.Contains(text, link) {
		t.Fatalf("no link %s", link)
	}
	answer, _ := inLanguage(t, site+"/?lang=th&player=Smith", "", "")
	if to := answer.Header.Get("Location"); answer.StatusCode != http.StatusSeeOther || to != "/?player=Smith" {
		t.Errorf("status %d, to %q", answer.StatusCode, to)
	}
	if cookies := answer.Cookies(); len(cookies) != 1 || cookies[0].Name != "lang" || cookies[0].Value != "th" {
		t.Errorf("cookies %v", cookies)
	}
}

// TestTranslations: the module with the translations of scripts is served for
// each language but English.
func TestTranslations(t *testing.T) {
	site, _ := serve(t)
	for name, want := range map[string]int{"messages-ja.js": 200, "messages-zh-TW.js": 200, "messages-en.js": 404, "messages-xx.js": 404} {
		answer, text := inLanguage(t, site+"/static/"+name, "", "")
		if answer.StatusCode != want || want == 200 && !strings.HasPrefix(text, "export default{") {
			t.Errorf("%s: status %d, want %d: %.100s", name, answer.StatusCode, want, text)
		}
	}
}

// inLanguage requests a page with an Accept-Language header and a cookie, and
// follows no redirect.
func inLanguage(t *testing.T, address, accept, cookie string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Language", accept)
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// TestRecordLanguage: names, moves and comments of a record have the language
// of their script, for voices and fonts.
func TestRecordLanguage(t *testing.T) {
	site, a := serve(t)
	const shogi = "手合割：平手\n先手：羽生善治\n後手：Ben\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*角道を開ける\n   2 投了\n"
	for _, row := range []struct {
		record  string
		has     []string
		without string
	}{
		{shogi, []string{`<bdi dir="auto" lang="ja">羽生善治</bdi>`, `<bdi class="name" lang="ja">羽生善治</bdi>`,
			`<bdi dir="auto">Ben</bdi>`, `id="moves" lang="ja"`}, ""},
		{"[Variant \"Xiangqi\"]\n[Red \"王天一\"]\n[Black \"홍길동\"]\n\n1. 炮二平五 馬8進7 *\n",
			[]string{`lang="zh">王天一<`, `lang="ko">홍길동<`, `id="moves" lang="zh"`}, ""},
		{small, nil, `<bdi dir="auto" lang`},
	} {
		_, page := inLanguage(t, fmt.Sprint(site, "/games/", add(t, a, row.record)), "en", "")
		for _, part := range row.has {
			if !strings.Contains(page, part) {
				t.Errorf("%.30q: no %s", row.record, part)
			}
		}
		if row.without != "" && strings.Contains(page, row.without) {
			t.Errorf("%.30q: has %s", row.record, row.without)
		}
	}
}
