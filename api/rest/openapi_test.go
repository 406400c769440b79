package rest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"mime"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/api"
	"assay/parser"
)

// object is a JSON object.
type object = map[string]any

// contract is the OpenAPI document, which responses are compared with.
type contract struct {
	doc     object
	routes  []described
	partial bool // required keys may be missing
}

// of returns the contract for the response to a URL. If its request selects
// keys, other required keys are missing.
func (c *contract) of(u *url.URL) *contract {
	partial := *c
	partial.partial = u.Query().Has(selectedKey)
	return &partial
}

// described is one operation of the document.
type described struct {
	method, path string
	pattern      *regexp.Regexp
	operation    object
}

// withoutArchive returns a server that can only be described.
func withoutArchive() *Server { return &Server{archive: &api.Archive{Arbiter: &api.Arbiter{}}} }

// readContract builds it once for all tests, which only read it.
var readContract = sync.OnceValues(func() (*contract, error) {
	c := &contract{}
	all, err := description(withoutArchive().operations())
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil, fmt.Errorf("openapi.json: %w", err)
	}
	if err := json.Unmarshal(text, &c.doc); err != nil {
		return nil, err
	}
	braces := regexp.MustCompile(`\\\{[a-z]+\\\}`)
	for path, item := range c.doc["paths"].(object) {
		pattern := regexp.MustCompile("^" + braces.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$")
		for method, operation := range item.(object) {
			c.routes = append(c.routes, described{strings.ToUpper(method), path, pattern, operation.(object)})
		}
	}
	// A name comes before a parameter, whose brace is after all letters.
	slices.SortFunc(c.routes, func(a, b described) int { return strings.Compare(a.path, b.path) })
	return c, nil
})

func newContract(t testing.TB) *contract {
	t.Helper()
	c, err := readContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// find returns the operation of a request, or nil.
func (c *contract) find(method, path string) object {
	for _, r := range c.routes {
		if r.method == method && r.pattern.MatchString(path) {
			return r.operation
		}
	}
	return nil
}

// resolve follows a reference.
func (c *contract) resolve(o object) object {
	ref, ok := o["$ref"].(string)
	if !ok {
		return o
	}
	at := any(c.doc)
	for _, part := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.(object)[part]
	}
	return c.resolve(at.(object))
}

// generalHeaders need no description: HTTP clients, caches and browsers obey
// them by themselves.
var generalHeaders = []string{
	"Cache-Control", "Connection", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Vary",
	"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Referrer-Policy",
	"Strict-Transport-Security", "X-Content-Type-Options",
}

// describedNames are headers whose described name is not Go's form of it.
var describedNames = map[string]string{
	"Etag": "ETag", "Ratelimit": "RateLimit", "Ratelimit-Policy": "RateLimit-Policy", "Www-Authenticate": "WWW-Authenticate",
}

// reached has the described responses that tests got: operation and status.
var reached sync.Map

func reach(operation object, status int) {
	reached.Store(fmt.Sprint(operation["operationId"], " ", status), true)
}

// TestMain fails a run of all tests that did not get a described response.
func TestMain(m *testing.M) {
	code := m.Run()
	for _, name := range []string{"run", "skip", "list", "fuzz", "short"} {
		if f := flag.Lookup("test." + name); f.Value.String() != f.DefValue {
			os.Exit(code)
		}
	}
	if missed := unreachedResponses(); code == 0 && len(missed) > 0 {
		fmt.Println("no test gets these responses, which are described:\n" + strings.Join(missed, "\n"))
		code = 1
	}
	os.Exit(code)
}

// unreachedResponses lists what is described and no test got: successful
// responses of each operation, and the statuses of problems, which operations
// share.
func unreachedResponses() (missed []string) {
	c, err := readContract()
	if err != nil {
		return []string{err.Error()}
	}
	problems := map[string]bool{}
	for _, r := range c.routes {
		for status := range r.operation["responses"].(object) {
			id := fmt.Sprint(r.operation["operationId"], " ", status)
			_, got := reached.Load(id)
			switch {
			case r.path == "/oembed" || status == "default" || unreached[status] != "": // see api/web
			case status[0] != '2':
				problems[status] = problems[status] || got
			case !got:
				missed = append(missed, id)
			}
		}
	}
	for status, got := range problems {
		if !got {
			missed = append(missed, "any "+status)
		}
	}
	slices.Sort(missed)
	return missed
}

// unreached are the described statuses that no test here gets, and why.
var unreached = map[string]string{"421": "the tests of api/web send other host names"}

// check compares a response with the document.
func (c *contract) check(method, path string, status int, header http.Header, body []byte) error {
	if header.Get("X-Content-Type-Options") != "nosniff" {
		return fmt.Errorf("no security headers")
	}
	body, err := unpacked(header.Get("Content-Encoding"), body)
	if err != nil {
		return err
	}
	if method == http.MethodOptions && status == http.StatusNoContent && len(body) == 0 {
		return nil // a preflight request, not part of the interface
	}
	operation := c.find(method, path)
	if operation == nil {
		if status == http.StatusNotFound || status == http.StatusMethodNotAllowed {
			operation = object{"responses": object{}}
		} else {
			return fmt.Errorf("no such operation is described")
		}
	}
	responses := operation["responses"].(object)
	response, ok := responses[fmt.Sprint(status)].(object)
	switch {
	case ok:
		reach(operation, status)
	case len(responses) > 0 && status < 500:
		return fmt.Errorf("status %d is not described", status)
	default:
		response = c.doc["components"].(object)["responses"].(object)["Problem"].(object)
	}
	headers, _ := c.resolve(response)["headers"].(object)
	for name := range header {
		if headers[name] == nil && headers[describedNames[name]] == nil && !slices.Contains(generalHeaders, name) &&
			len(responses) > 0 && !strings.HasPrefix(name, "Access-Control-") {
			return fmt.Errorf("the header %s is not described for status %d", name, status)
		}
	}
	content, ok := c.resolve(response)["content"].(object)
	if !ok {
		if len(body) > 0 {
			return fmt.Errorf("status %d has a body", status)
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return err
	}
	media, ok := content[kind].(object)
	if !ok {
		return fmt.Errorf("content type %q is not described for status %d", kind, status)
	}
	if schema, is := media["schema"].(object)["contentSchema"].(object); kind == ndjson && is {
		for line := range bytes.Lines(body) {
			var value any
			if err := json.Unmarshal(line, &value); err != nil {
				return err
			}
			if err := c.valid(schema, value, "line"); err != nil {
				return err
			}
		}
		return nil
	}
	if kind != "application/json" && kind != "application/problem+json" {
		return nil
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	return c.valid(media["schema"].(object), value, "answer")
}

// keywords are those that valid supports; a schema with others would not be
// checked.
var keywords = []string{
	"$ref", "type", "description", "properties", "required", "additionalProperties", "items", "enum", "oneOf",
	"minimum", "maximum", "maxItems", "default", "pattern", "format", "contentMediaType", "contentSchema",
	"deprecated",
}

// valid checks a value against a schema.
func (c *contract) valid(schema object, v any, at string) error {
	for key := range schema {
		if !slices.Contains(keywords, key) {
			return fmt.Errorf("%s: the schema's keyword %q is not known here", at, key)
		}
	}
	schema = c.resolve(schema)
	if choices, ok := schema["oneOf"].([]any); ok {
		var faults []string
		for _, choice := range choices {
			err := c.valid(choice.(object), v, at)
			if err == nil {
				return nil
			}
			faults = append(faults, err.Error())
		}
		return fmt.Errorf("%s is none of the choices: %s", at, strings.Join(faults, "; "))
	}
	if err := validType(schema, v, at); err != nil {
		return err
	}
	switch v := v.(type) {
	case object:
		return c.validObject(schema, v, at)
	case []any:
		if most, ok := schema["maxItems"].(float64); ok && len(v) > int(most) {
			return fmt.Errorf("%s has %d items, above %v", at, len(v), most)
		}
		items, ok := schema["items"].(object)
		for i := 0; ok && i < len(v); i++ {
			if err := c.valid(items, v[i], fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case string:
		if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, any(v)) {
			return fmt.Errorf("%s is %q, not one of %v", at, v, enum)
		}
		if pattern, ok := schema["pattern"].(string); ok && !regexp.MustCompile(pattern).MatchString(v) {
			return fmt.Errorf("%s is %q, not %s", at, v, pattern)
		}
		if schema["format"] == "date-time" {
			if _, err := time.Parse(time.RFC3339, v); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
		}
	case float64:
		if least, ok := schema["minimum"].(float64); ok && v < least {
			return fmt.Errorf("%s is %v, below %v", at, v, least)
		}
	}
	return nil
}

func validType(schema object, v any, at string) error {
	var allowed []any
	switch t := schema["type"].(type) {
	case string:
		allowed = []any{t}
	case []any:
		allowed = t
	default:
		return nil
	}
	is := map[bool]string{true: "integer", false: "number"}
	got := ""
	switch v := v.(type) {
	case nil:
		got = "null"
	case bool:
		got = "boolean"
	case string:
		got = "string"
	case float64:
		got = is[v == math.Trunc(v)]
	case []any:
		got = "array"
	case object:
		got = "object"
	}
	if got == "integer" && slices.Contains(allowed, any("number")) {
		return nil
	}
	if !slices.Contains(allowed, any(got)) {
		return fmt.Errorf("%s is of type %s, not %v", at, got, allowed)
	}
	return nil
}

func (c *contract) validObject(schema, v object, at string) error {
	properties, _ := schema["properties"].(object)
	required, _ := schema["required"].([]any)
	for _, key := range required {
		if _, ok := v[key.(string)]; !ok && !c.partial {
			return fmt.Errorf("%s has no %q", at, key)
		}
	}
	for key, value := range v {
		under := at + "." + key
		if property, ok := properties[key].(object); ok {
			if err := c.valid(property, value, under); err != nil {
				return err
			}
			continue
		}
		switch more := schema["additionalProperties"].(type) {
		case bool:
			if !more {
				return fmt.Errorf("%s is not described", under)
			}
		case object:
			if err := c.valid(more, value, under); err != nil {
				return err
			}
		}
	}
	return nil
}

// TestRoutesDescribed compares routes and document in both directions.
func TestRoutesDescribed(t *testing.T) {
	c := newContract(t)
	server := NewServer(newArchive(t), ServerConfig{})
	parameter := regexp.MustCompile(`:([a-z]+)`)
	var routes, described []string
	for _, r := range server.routes {
		if r.Method == http.MethodHead || strings.HasPrefix(r.Path, formerExternalPath) { // exists for every GET
			continue
		}
		routes = append(routes, r.Method+" "+parameter.ReplaceAllString(r.Path, "{$1}"))
	}
	for _, r := range c.routes {
		if r.path != "/oembed" { // a page, which api/web compares
			described = append(described, r.method+" "+r.path)
		}
	}
	slices.Sort(routes)
	slices.Sort(described)
	if !slices.Equal(routes, described) {
		t.Errorf("routes\n%s\ndescribed\n%s", strings.Join(routes, "\n"), strings.Join(described, "\n"))
	}
}

// camelCase matches keys and parameters.
var camelCase = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)

// TestDescription checks that every operation has a name, a tag, described
// parameters, a valid example response, and a response to bad requests. Keys
// and parameters are in camel case.
func TestDescription(t *testing.T) {
	c := newContract(t)
	names := map[string]bool{}
	for _, r := range c.routes {
		at := r.method + " " + r.path
		id, _ := r.operation["operationId"].(string)
		if tags, _ := r.operation["tags"].([]any); len(tags) != 1 || r.operation["summary"] == nil || !camelCase.MatchString(id) || names[id] {
			t.Errorf("%s: %v, %v, %v", at, tags, r.operation["summary"], id)
		}
		names[id] = true
		parameters, _ := r.operation["parameters"].([]any)
		for _, p := range parameters {
			p := p.(object)
			if p["in"] != "header" && !camelCase.MatchString(p["name"].(string)) || p["description"] == "" {
				t.Errorf("%s: parameter %v", at, p)
			}
		}
		refuses := false
		contents := object{}
		for status, response := range r.operation["responses"].(object) {
			refuses = refuses || status[0] == '4'
			if content, ok := c.resolve(response.(object))["content"].(object); ok && status[0] == '2' {
				contents["answer "+status] = content
			}
		}
		if !refuses {
			t.Errorf("%s: no bad call is described", at)
		}
		if body, ok := r.operation["requestBody"].(object); ok {
			contents["body"] = body["content"]
		}
		for what, content := range contents {
			for kind, media := range content.(object) {
				media := media.(object)
				example, ok := media["example"]
				if examples, some := media["examples"].(object); some {
					example, ok = c.resolve(examples["usual"].(object))["value"], true
				}
				if !ok && (kind == "application/json" || what == "body") {
					t.Errorf("%s: %s of %s has no example", at, what, kind)
				} else if err := c.valid(media["schema"].(object), example, "example"); ok && err != nil {
					t.Errorf("%s: %s of %s: %v", at, what, kind, err)
				}
			}
		}
	}
	if c.doc["security"] == nil {
		t.Error("not said: that nobody has to prove who he is")
	}
	components := c.doc["components"].(object)
	for _, scheme := range []string{"bearer", "session"} {
		if components["securitySchemes"].(object)[scheme] == nil {
			t.Errorf("not said: how a %s proves who calls", scheme)
		}
	}
	for _, row := range []struct{ response, header string }{
		{"RateLimited", "Retry-After"}, {"Unavailable", "Retry-After"}, {"Problem", "RateLimit"},
		{"Problem", "RateLimit-Policy"}, {"Unauthorized", "WWW-Authenticate"}, {"NotModified", "ETag"},
	} {
		headers, _ := components["responses"].(object)[row.response].(object)["headers"].(object)
		if headers[row.header] == nil {
			t.Errorf("the response %s has no header %s", row.response, row.header)
		}
	}
	for name, schema := range components["schemas"].(object) {
		properties, _ := schema.(object)["properties"].(object)
		for key, property := range properties {
			if property.(object)["default"] != nil && name != "Variant" {
				t.Errorf("%s.%s has a default: generated types would require it", name, key)
			}
		}
		if required, _ := schema.(object)["required"].([]any); strings.HasSuffix(name, "Input") && slices.Contains(required, any("author")) {
			t.Errorf("%s requires an author, which a token decides", name)
		}
	}
	c.eachKey(c.doc["components"], func(key string) {
		if !camelCase.MatchString(key) && !strings.HasPrefix(key, "provider_") { // of oEmbed
			t.Errorf("key %s", key)
		}
	})
}

// eachKey visits the keys of all described objects.
func (c *contract) eachKey(v any, visit func(string)) {
	switch v := v.(type) {
	case object:
		properties, _ := v["properties"].(object)
		for key := range properties {
			visit(key)
		}
		for _, under := range v {
			c.eachKey(under, visit)
		}
	case []any:
		for _, under := range v {
			c.eachKey(under, visit)
		}
	}
}

// TestBodiesDescribed compares the parameters of bodies with the structs that
// they decode into.
func TestBodiesDescribed(t *testing.T) {
	for name, body := range bodySchemas {
		var want, got []string
		for _, p := range body().Parameters() {
			want = append(want, p.name)
		}
		for _, key := range keysOf(reflect.TypeOf(body())) {
			got = append(got, key.name)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: described %v, read %v", name, want, got)
		}
	}
}

// TestRareKeys requests what few responses have, to compare it with the
// document too.
func TestRareKeys(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	const rich = "[Event \"\xe9\"]\n[Setup \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n" +
		"{before all} 1. {first} e4 {[%clk 0:01:00] [%emt 0:00:02] [%eval 0.3] [%cal Ge2e4] [%foo bar] said} Kd7 1-0\n\nbehind\n"
	for _, record := range []string{rich, "Variant=all-classic\nOptions=drops=shogi-captor\n1. x\n", "Variant=csg-1\n1. Pawn f3 - f4\n"} {
		if got := c.post("/api/v1/games?keep=illegal", record); got.status != 201 {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	for _, row := range []struct {
		method, path, body string
		keys               []string
	}{
		{"POST", "validate", rich, []string{"encoding"}},
		{"POST", "validate", "Variant=all-classic\nOptions=drops=shogi-captor\n1. x\n", []string{"options"}},
		{"GET", "games/1/export?as=json", "", []string{"start", "comments", "before", "clock", "spent", "eval", "marks", "commands"}},
		{"POST", "games/1/annotations", `{"author":"A","ply":1,"lines":[{"text":"{so} Kd8! (Kf8 {or}) e5"}]}`, []string{"before", "nags", "lines"}},
		{"GET", "games/3/positions/1", "", []string{"piece", "side"}},
		{"POST", "positions/search", `{"variant":"csg-1","query":"copper on e4","explain":true}`, []string{"explain", "query"}},
		{"GET", "explorer?variant=csg-1&explain=true", "", []string{"explain"}},
		{"POST", "positions/search", `{"variant":"csg-1","query":"coper on e4"}`, []string{"column", "suggestion"}},
	} {
		got := c.send(row.method, "/api/v1/"+row.path, row.body)
		for _, key := range row.keys {
			if !strings.Contains(string(got.body), `"`+key+`":`) {
				t.Errorf("%s: no %s in %.1500s", row.path, key, got.body)
			}
		}
	}
}

// TestSchemaCheckFails checks that the checks above can fail.
func TestSchemaCheckFails(t *testing.T) {
	c := newContract(t)
	schema := object{"$ref": "#/components/schemas/Health"}
	for _, row := range []struct{ text, want string }{
		{`{"status":"ok","changes":1,"indexed":1}`, ""},
		{`{"status":"ok","changes":1}`, `no "indexed"`},
		{`{"status":"bad","changes":1,"indexed":1}`, "not one of"},
		{`{"status":"ok","changes":1.5,"indexed":1}`, "of type number"},
		{`{"status":"ok","changes":1,"indexed":1,"more":1}`, "not described"},
		{`[]`, "of type array"},
	} {
		var v any
		if err := json.Unmarshal([]byte(row.text), &v); err != nil {
			t.Fatal(err)
		}
		err := c.valid(schema, v, "answer")
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: %v, want %q", row.text, err, row.want)
		}
	}
}

// TestDocumentNotations checks that the schemas of Assay's record format list
// every notation.
func TestDocumentNotations(t *testing.T) {
	described := newContract(t).doc["components"].(object)["schemas"].(object)["Document"].(object)["properties"].(object)
	var schema object
	got := of(NewServer(newArchive(t), ServerConfig{}), "", "GET", basePath+"/record.schema.json", "")
	if err := json.Unmarshal(got.Body.Bytes(), &schema); err != nil {
		t.Fatal(err)
	}
	for where, properties := range map[string]object{"schemas.yaml": described, "record.schema.json": schema["properties"].(object)} {
		names := properties["notation"].(object)["enum"].([]any)
		for _, f := range parser.Formats() {
			if !slices.Contains(names, any(string(f))) {
				t.Errorf("%s does not name %s", where, f)
			}
		}
	}
}

// TestComponents checks that examples are valid and every component is used.
func TestComponents(t *testing.T) {
	c := newContract(t)
	all, err := json.Marshal(c.doc)
	if err != nil {
		t.Fatal(err)
	}
	for kind, components := range c.doc["components"].(object) {
		for name, component := range components.(object) {
			if kind == "examples" {
				for key := range component.(object) {
					if !slices.Contains([]string{"summary", "description", "value", "externalValue"}, key) {
						t.Errorf("the example %s has a key %s", name, key)
					}
				}
			}
			reference := fmt.Sprintf(`"$ref":"#/components/%s/%s"`, kind, name)
			if kind != "securitySchemes" && !bytes.Contains(all, []byte(reference)) {
				t.Errorf("%s of the components is used nowhere: %s", name, kind)
			}
		}
	}
}
