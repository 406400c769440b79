package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/api"
	"assay/api/account"
	"assay/api/request"
	"assay/fixtures"
	"assay/store"
)

// caller generates requests from the OpenAPI document: valid ones, ones with
// one error, and wild ones. Every response must be described, and none may be a
// server error.
type caller struct {
	*rand.Rand
	contract *contract
	said     map[string][]any // values of a key in the examples
	odd      []string
	session  string // of an administrator
	fault    string // how the request violates the document; "" if it does not
}

func newCaller(c *contract, seed uint64, noise ...string) *caller {
	d := &caller{Rand: rand.New(rand.NewPCG(seed, 1)), contract: c, said: map[string][]any{}}
	slices.SortFunc(c.routes, func(x, y described) int { return strings.Compare(x.method+x.path, y.method+y.path) })
	var take func(key string, v any)
	take = func(key string, v any) {
		switch v := v.(type) {
		case object:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				take(key, v[key])
			}
		case []any:
			for _, one := range v {
				take(key, one)
			}
		}
		d.said[key] = append(d.said[key], v)
	}
	take("", c.doc["components"].(object)["examples"])
	for key, words := range map[string][]string{
		"variant": {"chess", "csg-1", "shogi", "xiangqi", "all-classic", "crazyhouse"}, "query": {"capture", "white queen on h5", "check then mate", "player:ada", "("},
		"id": {"1", "2", "3", "99"}, "aid": {"1", "2"}, "ply": {"0", "1", "5", "999"}, "games": {"1,2", "3", "1,1"}, "plies": {"0-3", "all", "annotated"},
		"as": {"pgn", "json", "text", "numbered", "svg"}, "from": {"2024", "2024-02", "2024-02-30"}, "name": {"busy", "nope"}, "cursor": {"AQ", "Ag", "cwE", "AAA"},
		"position": {"8/8/8/8/8/8/8/K1k5 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}, "delay": {"800ms", "1m"},
	} {
		for _, word := range words {
			d.said[key] = append(d.said[key], word, word)
		}
	}
	d.odd = append(noise, "", " ", "\x00", "é", "\xff", "%", "../..", "𠮟\u202e", "null", "-1", "1e999", "9223372036854775808", "{}", "[[]]", strings.Repeat("a", 5000), strings.Repeat("(", 300))
	return d
}

func one[T any](d *caller, of []T) T { return of[d.IntN(len(of))] }

// chance is true once in n times.
func (d *caller) chance(n int) bool { return d.IntN(n) == 0 }

func (d *caller) text(key string) string {
	if said := d.said[key]; len(said) > 0 && !d.chance(8) {
		return fmt.Sprint(one(d, said))
	}
	return one(d, d.odd)
}

// value returns a value that a schema accepts.
func (d *caller) value(schema object, key string, depth int) any {
	schema = d.contract.resolve(schema)
	if choices, ok := schema["oneOf"].([]any); ok {
		return d.value(one(d, choices).(object), key, depth)
	}
	if enum, ok := schema["enum"].([]any); ok {
		return one(d, enum)
	}
	kind := schema["type"]
	if kinds, ok := kind.([]any); ok {
		kind = one(d, kinds)
	}
	switch kind {
	case "integer", "number":
		least, some := schema["minimum"].(float64)
		if !some {
			least = -3
		}
		most, some := schema["maximum"].(float64)
		if !some {
			most = least + 2000
		}
		n := one(d, []float64{least, most, math.Floor((least + most) / 2), min(most, least+float64(d.IntN(9)))})
		if kind == "number" && d.chance(2) {
			n = min(most, n+.25)
		}
		return n
	case "boolean":
		return d.chance(2)
	case "null":
		return nil
	case "array":
		list := []any{}
		items, _ := schema["items"].(object)
		for range d.IntN(4) {
			list = append(list, d.value(items, key, depth+1))
		}
		return list
	case "object":
		o := object{}
		properties, _ := schema["properties"].(object)
		required, _ := schema["required"].([]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if slices.Contains(required, any(name)) || depth < 4 && d.chance(3) {
				o[name] = d.value(properties[name].(object), name, depth+1)
			}
		}
		return o
	}
	return d.text(key)
}

// body returns a body that an operation accepts, or a changed one.
func (d *caller) body(media object, kind string) string {
	example := media["example"]
	if examples, some := media["examples"].(object); some {
		example = d.contract.resolve(examples["usual"].(object))["value"]
	}
	if kind != "application/json" {
		text := fmt.Sprint(example)
		if d.chance(3) {
			text = one(d, []string{scholars, illegalRecord, unsupportedRecord, "", "Variant=csg-1\n1. Pawn f3 - f4\n"})
		}
		return d.bent(text)
	}
	v := d.value(media["schema"].(object), "", 0)
	if o, ok := v.(object); ok && d.chance(2) {
		for key, said := range example.(object) {
			if _, given := o[key]; !given || d.chance(2) {
				o[key] = said
			}
		}
	}
	if o, ok := v.(object); ok && d.chance(4) && len(o) > 0 {
		key := one(d, slices.Sorted(maps.Keys(o)))
		o[key] = one(d, []any{nil, true, -1.5, 1e300, "x", []any{}, []any{object{}}, object{"a": object{}}, one(d, d.odd)})
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	if d.chance(8) {
		return d.bent(string(text))
	}
	return string(text)
}

// bent returns a text, with a few bytes changed in a third of all cases.
func (d *caller) bent(text string) string {
	b := []byte(text)
	for range d.IntN(3) * d.IntN(4) {
		if len(b) == 0 {
			break
		}
		at := d.IntN(len(b))
		switch d.IntN(3) {
		case 0:
			b[at] = byte(d.IntN(256))
		case 1:
			b = append(b[:at], b[min(at+1+d.IntN(20), len(b)):]...)
		default:
			b = slices.Insert(b, at, []byte(one(d, d.odd))...)
		}
	}
	return string(b)
}

// broken returns a text that a parameter's schema rejects, or "" if it accepts
// all.
func (d *caller) broken(schema object) string {
	switch {
	case schema["enum"] != nil:
		return "nonesuch"
	case schema["type"] == "integer" && d.chance(2):
		return one(d, []string{"x", "1.5", "99999999999999999999", "0x1", "+"})
	case schema["type"] == "boolean":
		return one(d, []string{"maybe", "1", "TRUE"})
	}
	if least, some := schema["minimum"].(float64); some && d.chance(2) {
		return strconv.FormatFloat(least-1, 'f', -1, 64)
	}
	if most, some := schema["maximum"].(float64); some {
		return strconv.FormatFloat(most+1, 'f', -1, 64)
	}
	return ""
}

// call generates a request of an operation.
func (d *caller) call(r *described) *http.Request {
	path, query := r.path, url.Values{}
	parameters, _ := r.operation["parameters"].([]any)
	header := http.Header{}
	guilty := -1
	if d.chance(3) && len(parameters) > 0 {
		guilty = d.IntN(len(parameters))
	}
	for i, p := range parameters {
		p := p.(object)
		name, schema := p["name"].(string), p["schema"].(object)
		text := d.text(name)
		if schema["type"] != "string" || schema["enum"] != nil {
			text = fmt.Sprint(d.value(schema, name, 0))
		}
		if bad := d.broken(schema); i == guilty && bad != "" {
			text, d.fault = bad, name+"="+bad
		}
		switch p["in"] {
		case "path":
			if d.fault == "" && d.chance(2) {
				text = "1"
			}
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(text))
			if text == "" {
				path = strings.ReplaceAll(path, "//", "/")
			}
		case "header":
			if text = strings.Map(func(r rune) rune { return min(max(r, ' '), '~') }, text); text != "" && d.chance(2) {
				header.Set(name, text)
			}
		default:
			if i == guilty || p["required"] == true && !d.chance(10) || d.chance(4) {
				query.Set(name, text)
			}
		}
	}
	if d.chance(20) {
		d.fault = "an unknown parameter"
		query.Set("nonesuch", "1")
	}
	var body string
	if sends, ok := r.operation["requestBody"].(object); ok {
		for kind, media := range sends["content"].(object) {
			header.Set("Content-Type", kind)
			body = d.body(media.(object), kind)
		}
	}
	if d.chance(3) {
		header.Set("Accept", one(d, []string{"*/*", ndjson, eventStream, "text/html", "application/json;q=0.5, " + ndjson, "?"}))
	}
	for name, values := range map[string][]string{
		"Accept-Encoding": {"gzip", "zstd", "gzip;q=0, zstd;q=x", "br"}, "If-None-Match": {"*", `W/"x"`, "x"}, "If-Match": {"*", `"1-1"`, "x"},
		"Idempotency-Key": {"a", "b", "é"},
	} {
		if d.chance(6) {
			header.Set(name, one(d, values))
		}
	}
	address := "http://localhost" + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	request := httptest.NewRequest(r.method, "http://localhost/", strings.NewReader(body))
	u, err := url.Parse(address)
	if err != nil {
		return nil // no client could send this path
	}
	request.URL, request.Header = u, header
	return request
}

// administers returns an administrator's session, whatever requests did to the
// previous one.
func (d *caller) administers(t *testing.T, a *api.Archive) string {
	t.Helper()
	ctx := t.Context()
	if d.session != "" {
		if c, err := a.Authenticate(ctx, store.Session, d.session); err == nil && c.May(request.Administer) {
			return d.session
		}
	}
	if peopled, err := a.HasPeople(ctx); err != nil {
		t.Fatal(err)
	} else if !peopled {
		if _, err := a.Invite(ctx, account.PersonInput{Name: "Root", Role: store.Administrator}); err != nil {
			t.Fatal(err)
		}
	}
	role, barred := store.Administrator, false
	if _, err := a.ChangePerson(ctx, 1, account.PersonChange{Role: &role, Barred: &barred}); err != nil {
		t.Fatal(err)
	}
	link, err := a.RenewInvitation(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.session, err = a.AcceptInvitation(ctx, link.Secret, "a password of Root's"); err != nil {
		t.Fatal(err)
	}
	return d.session
}

// ask sends a generated request, and compares its response with the document.
func (d *caller) ask(t *testing.T, s *Server) {
	d.fault = ""
	r := &d.contract.routes[d.IntN(len(d.contract.routes))]
	request := d.call(r)
	if request == nil {
		return
	}
	if !d.chance(8) {
		request.AddCookie(&http.Cookie{Name: sessionCookie, Value: d.administers(t, s.archive)})
		request.Header.Set("Origin", "http://"+request.Host)
	}
	// No worker runs jobs here, and analysis uses all the time it gets.
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, request.WithContext(ctx))
	at := fmt.Sprintf("%s %s %v: status %d", r.method, request.URL, request.Header, w.Code)
	if w.Code == http.StatusServiceUnavailable && ctx.Err() != nil {
		return
	}
	if w.Code >= http.StatusInternalServerError && w.Code != http.StatusServiceUnavailable {
		t.Errorf("%s %.400s", at, w.Body)
	}
	if d.fault != "" && (w.Code < 400 || w.Code >= 500) {
		t.Errorf("%s: %s is taken", at, d.fault)
	}
	if err := d.contract.of(request.URL).check(r.method, request.URL.EscapedPath(), w.Code, w.Header(), w.Body.Bytes()); err != nil {
		t.Errorf("%s: %v\n%.400s", at, err, w.Body)
	}
	if r.method == http.MethodDelete && w.Code == http.StatusNoContent && strings.Count(r.path, "/") == 4 {
		for id := range int64(3) {
			s.archive.Restore(t.Context(), id+1)
		}
	}
}

func fuzzedArchive(t testing.TB) *api.Archive {
	a := newArchive(t)
	for _, path := range []string{board1, board3} {
		submit(t, a, []string{readFile(t, path)})
	}
	submit(t, a, []string{scholars})
	return a
}

// TestDescriptionHolds sends generated requests; no response contradicts the
// document.
func TestDescriptionHolds(t *testing.T) {
	c := newContract(t)
	s := NewServer(fuzzedArchive(t), ServerConfig{MaxBody: 64 << 10, MaxGames: 50})
	d := newCaller(c, 16)
	for range fixtures.Rounds(1500, 10_000, 4_000_000) {
		d.ask(t, s)
	}
}

// FuzzDescription generates requests from a seed, with noise.
func FuzzDescription(f *testing.F) {
	c := newContract(f)
	s := NewServer(fuzzedArchive(f), ServerConfig{MaxBody: 64 << 10, MaxGames: 50})
	f.Add(uint64(1), "drops=none")
	f.Fuzz(func(t *testing.T, seed uint64, noise string) {
		d := newCaller(c, seed, noise, noise, noise)
		for range 5 {
			d.ask(t, s)
		}
	})
}
