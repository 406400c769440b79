package rest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// TestSeenChange passes the change number from a change to a search that must
// include it.
func TestSeenChange(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	first := c.post("/api/v1/games", readFile(t, board1))
	change, err := strconv.Atoi(first.header.Get(changeHeader))
	if err != nil || change < 1 || first.header.Get("Set-Cookie") != "" {
		t.Fatalf("archived: %v", first.header)
	}
	removed := c.send("DELETE", "/api/v1/games/1", "", "Sec-Fetch-Site", "same-origin")
	if got := removed.header.Get(changeHeader); got != strconv.Itoa(change+1) {
		t.Errorf("deleted by change %q", got)
	}
	if got := removed.header.Get("Set-Cookie"); !strings.HasPrefix(got, changeCookie+"="+strconv.Itoa(change+1)+";") {
		t.Errorf("a browser is to keep %q", got)
	}
	if got := c.send("DELETE", "/api/v1/games/99", ""); got.header.Get(changeHeader) != "" {
		t.Errorf("nothing was done, and told is %q", got.header.Get(changeHeader))
	}
	search := `{"variant":"csg-1","query":"capture"}`
	for _, row := range []struct {
		change string
		status int
	}{{"0", 200}, {strconv.Itoa(change + 1), 200}, {"9999999", 200}, {"-1", 400}, {"x", 400}, {"", 400}} {
		if got := c.send("POST", "/api/v1/positions/search", search, changeHeader, row.change); got.status != row.status ||
			row.status == http.StatusOK && !strings.Contains(string(got.body), `"total":0`) {
			t.Errorf("%q: %d %s", row.change, got.status, got.body)
		}
	}
}

// TestSeenVariant makes a server load a variant that the client saw another
// server publish.
func TestSeenVariant(t *testing.T) {
	folder := t.TempDir()
	one := start(t, openArchive(t, folder), ServerConfig{})
	other := start(t, openArchive(t, folder), ServerConfig{})
	text, err := json.Marshal(map[string]string{"text": readFile(t, "../../fixtures/definitions/frog-pond.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	drafted := one.post("/api/v1/drafts", string(text))
	published := one.post(drafted.header.Get("Location")+"/publish", "")
	if published.status != http.StatusCreated {
		t.Fatalf("%d %s", published.status, published.body)
	}
	if got := other.send("GET", "/api/v1/variants/frog-pond", "", changeHeader, published.header.Get(changeHeader)); got.status != http.StatusOK {
		t.Errorf("the variant: %d %s", got.status, got.body)
	}
}
