package web

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
)

// TestDisplaySettings checks that display settings are stored per variant for
// all pages.
func TestDisplaySettings(t *testing.T) {
	site, a := serve(t)
	id := add(t, a, small)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	reader := http.Client{Jar: jar}
	read := func(path string) string {
		t.Helper()
		answer, err := reader.Get(site + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	game := fmt.Sprint("/games/", id)
	const worn, signs, thumb = `fill="#fffdf8" stroke="#2b2620"/></svg><bdi class="name">`, `fill="#fffaf0" stroke="#3a3531"/></svg><bdi class="name">`, "variant=chess"
	if !strings.Contains(read(game), worn) || !strings.Contains(read("/variants"), thumb+`"`) {
		t.Error("not as the game has it")
	}
	if body := read(game + "?set=runes"); !strings.Contains(body, "kanji-one") {
		t.Errorf("a set that is none: %s", body)
	}
	if body := read(game + "?ply=3&set=signs&board=squares"); !strings.Contains(body, signs) || !strings.Contains(body, `name="ply" value="3"`) {
		t.Error("not as was chosen")
	}
	if !strings.Contains(read(game), signs) {
		t.Error("the choice is forgotten")
	}
	if !strings.Contains(read("/variants"), thumb+"&amp;board=squares&amp;set=signs") {
		t.Error("the choice is forgotten in the list of games")
	}
	if body := read("/variants/chess"); !strings.Contains(body, "M0-17.8L13.6-12.4L16.4") {
		t.Error("the variant's page draws no tiles")
	}
	if body := read("/search"); !strings.Contains(body, `data-looks="{&#34;chess&#34;:{&#34;set&#34;:&#34;signs&#34;,&#34;board&#34;:&#34;squares&#34;`) {
		t.Error("scripts do not know the settings")
	}
	if strings.Contains(read("/variants/crazyhouse"), "M0-17.8L13.6-12.4L16.4") {
		t.Error("another game is drawn so too")
	}
	if !strings.Contains(read(game+"?set=&board="), worn) || !strings.Contains(read(game), worn) {
		t.Error("not as the game has it again")
	}
}

// TestPieceSetSize limits the size of game pages in each piece set.
func TestPieceSetSize(t *testing.T) {
	site, _ := serve(t)
	for _, id := range []string{"chess", "shogi", "xiangqi", "janggi", "chushogi", "all-classic"} {
		ask, err := http.NewRequest(http.MethodPost, site+"/api/v1/positions/setup", strings.NewReader(`{"variant":"`+id+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		ask.Header.Set("Content-Type", "application/json")
		ask.Header.Set("Accept-Encoding", "gzip")
		answer, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		packed, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gzip.NewReader(strings.NewReader(string(packed))); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", id, len(packed))
		if len(packed) > 50_000 {
			t.Errorf("%s: %d bytes", id, len(packed))
		}
	}
}
