package rest

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api/request"
	"assay/parser/scan"
)

// openapi describes the REST interface (OpenAPI 3.1), except for what
// [description] adds. Tests compare every response with it.
//
//go:embed openapi.json
var openapi []byte

// schemas are generated from the Go types and schemas.yaml.
//
//go:generate go test -run ^TestSchemas$ . -update
//go:embed schemas.json
var schemas []byte

// bodySchemas are the schemas generated from parameters.
var bodySchemas = map[string]func() Input{
	"SearchInput":           func() Input { return new(searchRequest) },
	"SimilarInput":          func() Input { return new(similarRequest) },
	"PlayInput":             func() Input { return new(playRequest) },
	"SetupInput":            func() Input { return new(setupRequest) },
	"LineInput":             func() Input { return new(lineRequest) },
	"PerftInput":            func() Input { return new(perftRequest) },
	"SampleInput":           func() Input { return new(sampleRequest) },
	"SolveInput":            func() Input { return new(solveRequest) },
	"PositionAnalysisInput": func() Input { return new(positionAnalysisRequest) },
	"AnalysisInput":         func() Input { return new(analysisRequest) },
	"LabInput":              func() Input { return new(labRequest) },
}

// pathParameter matches a parameter in the path of a route.
var pathParameter = scan.NewPattern(`:([a-z]+)`)

// document is an OpenAPI document.
type document struct {
	OpenAPI    string                               `json:"openapi"`
	Info       any                                  `json:"info"`
	Servers    []serverURL                          `json:"servers"`
	Security   any                                  `json:"security"`
	Tags       any                                  `json:"tags"`
	Paths      map[string]map[string]map[string]any `json:"paths"`
	Components map[string]map[string]map[string]any `json:"components"`
}

// serverURL is an entry of the document's servers.
type serverURL struct {
	URL string `json:"url"`
}

// description returns openapi completed from the code: with schemas, the
// parameters of each operation, the problems that every operation can return,
// and the examples of its schemas.
func description(operations []operation) (*document, error) {
	all := new(document)
	if err := json.Unmarshal(openapi, all); err != nil {
		return nil, err
	}
	var types map[string]map[string]any
	if err := json.Unmarshal(schemas, &types); err != nil {
		return nil, err
	}
	all.Components["schemas"] = types
	produced := describedTypes()
	for _, o := range operations {
		described := all.Paths[pathParameter.ReplaceAllString(o.path, "{$1}")][strings.ToLower(o.method)]
		parameters := []map[string]any{}
		for _, p := range o.parameters() {
			parameters = append(parameters,
				map[string]any{"name": p.name, "in": p.in, "description": sentence(p.help), "schema": p.schema,
					"required": p.required})
		}
		described["parameters"] = parameters
		described["description"] = strings.TrimSpace(fmt.Sprint(cmp.Or(described["description"], any("")), " ",
			rightHelp(o.right)))
		if o.right != request.Free {
			described["x-right"] = o.right // only enforced once people log in
		}
		responses, _ := described["responses"].(map[string]any)
		responses["400"] = reference("responses", "BadRequest")
		responses["default"] = reference("responses", "Problem")
		if len(produced[routeKey(o.method, o.path)]) > 0 {
			responses["406"] = reference("responses", "Problem")
		}
		if o.method == http.MethodGet {
			responses["304"] = reference("responses", "NotModified")
		}
		var added []string
		if isConditional(o.method) {
			added = append(added, "412")
		}
		if o.acceptsKey() {
			added = append(added, "409", "422") // key in use, or reused
		}
		if described["requestBody"] != nil {
			added = append(added, "413")
		}
		if o.right == request.Account {
			added = append(added, "404") // no accounts
		}
		for _, status := range added {
			if responses[status] == nil {
				responses[status] = reference("responses", "Problem")
			}
		}
		for status, name := range commonProblems {
			if o.right == request.Free && isSafe(o.method) && (status == "401" || status == "403") {
				continue
			}
			described, _ := responses[status].(map[string]any)
			if described == nil || described["$ref"] == reference("responses", "Problem")["$ref"] {
				responses[status] = reference("responses", name)
			}
		}
		for status, response := range responses {
			if response, _ := response.(map[string]any); response["$ref"] == nil {
				describeLines(response)
				addHeaders(response, o.sentHeaders(status, response, types))
			}
		}
		addExamples(described, all.Components["examples"])
	}
	for _, response := range all.Components["responses"] {
		addExamples(response, all.Components["examples"])
		addHeaders(response, rateHeaders)
	}
	for name, body := range bodySchemas {
		properties, required := map[string]any{}, []string{}
		for _, p := range body().Parameters() {
			property := maps.Clone(p.schema)
			help := sentence(p.help)
			if value := property["default"]; value != nil && value != "" && !strings.Contains(help, "by default") {
				help += fmt.Sprintf("; %v by default", value)
			}
			delete(property, "default") // generated types would require the key
			property["description"] = help
			properties[p.name] = property
			if p.required {
				required = append(required, p.name)
			}
		}
		types[name] = map[string]any{"type": "object", "properties": properties, "required": required,
			"additionalProperties": false}
	}
	return all, nil
}

// commonProblems are the responses by which any operation can be refused before
// it begins, by status.
var commonProblems = map[string]string{
	"401": "Unauthorized", "403": "Forbidden", "421": "Misdirected", "429": "RateLimited", "503": "Unavailable",
}

// rateHeaders are the headers of every response if requests are limited.
var rateHeaders = []string{"RateLimit", "RateLimit-Policy"}

// rightHelp says which right an operation requires.
func rightHelp(right request.Right) string {
	switch right {
	case request.Free:
		return "Requires no right."
	case request.Account:
		return "Requires that you are logged in."
	}
	return fmt.Sprintf("Requires the right to %s once there are accounts.", right)
}

// sentHeaders returns the headers of an operation's successful response, by
// their names in the document's components.
func (o *operation) sentHeaders(status string, response map[string]any, schemas map[string]map[string]any) []string {
	names := slices.Clone(rateHeaders)
	if status == "503" {
		return append(names, "Retry-After")
	}
	content, _ := response["content"].(map[string]any)
	tagged := o.method == http.MethodGet && (len(content) != 1 || content[eventStream] == nil)
	for _, media := range content {
		media, _ := media.(map[string]any)
		schema, _ := media["schema"].(map[string]any)
		ref, _ := schema["$ref"].(string)
		properties, _ := schemas[path.Base(ref)]["properties"].(map[string]any)
		tagged = tagged || properties["etag"] != nil
	}
	if tagged {
		names = append(names, "ETag")
	}
	if content["application/octet-stream"] != nil {
		names = append(names, "Content-Disposition")
	}
	isCursor := func(p *Parameter) bool { return p.name == "cursor" }
	if o.method == http.MethodGet && slices.ContainsFunc(o.own(), isCursor) {
		names = append(names, "Link")
	}
	if isSafe(o.method) {
		return names
	}
	if changes(o.right) {
		names = append(names, changeHeader)
	}
	if o.right != request.Read {
		names = append(names, "Set-Cookie")
	}
	if o.acceptsKey() {
		names = append(names, replayedHeader)
	}
	if status == "201" {
		names = append(names, "Location")
	}
	return names
}

// addHeaders adds headers of the document's components to a response. It keeps
// those that the response describes itself.
func addHeaders(response map[string]any, names []string) {
	headers, _ := response["headers"].(map[string]any)
	if headers == nil {
		headers = map[string]any{}
		response["headers"] = headers
	}
	for _, name := range names {
		if headers[name] == nil {
			headers[name] = reference("headers", name)
		}
	}
}

// describeLines describes JSON lines as a text whose lines have the written
// schema: the body as a whole is no JSON value, so generated types must not
// have one.
func describeLines(response map[string]any) {
	content, _ := response["content"].(map[string]any)
	media, _ := content[ndjson].(map[string]any)
	schema, _ := media["schema"].(map[string]any)
	if schema["oneOf"] == nil {
		return
	}
	media["schema"] = map[string]any{"type": "string", "description": schema["description"],
		"contentMediaType": ndjson, "contentSchema": map[string]any{"oneOf": schema["oneOf"]}}
}

// describedTypes returns the media types of the successful responses of each
// operation that always has a body, by the key of its route.
func describedTypes() map[string][]string {
	var all struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct{ Content map[string]any }
		}
	}
	if err := json.Unmarshal(openapi, &all); err != nil {
		panic(err) // it is embedded
	}
	types := map[string][]string{}
	for path, item := range all.Paths {
		for method, o := range item {
			key := routeKey(strings.ToUpper(method), braces.ReplaceAllString(path, ":$1"))
			for status, response := range o.Responses {
				if status[0] == '2' {
					types[key] = slices.AppendSeq(types[key], maps.Keys(response.Content))
				}
			}
			slices.Sort(types[key])
		}
	}
	return types
}

// braces matches a parameter in a described path.
var braces = scan.NewPattern(`\{([a-z]+)\}`)

// sentence returns the help of a parameter with a capital letter, unless it
// begins with a value.
func sentence(help string) string {
	if first, _, _ := strings.Cut(help, " "); strings.HasSuffix(first, ":") {
		return help
	}
	return strings.ToUpper(help[:1]) + help[1:]
}

func reference(kind, name string) map[string]any {
	return map[string]any{"$ref": "#/components/" + kind + "/" + name}
}

// addExamples adds the example of a schema to the bodies under v that have the
// schema, alone or as the first alternative.
func addExamples(v any, examples map[string]map[string]any) {
	under, _ := v.(map[string]any)
	for key, v := range under {
		media, _ := v.(map[string]any)
		schema, _ := media["schema"].(map[string]any)
		if kinds, _ := schema["oneOf"].([]any); len(kinds) > 0 && strings.Contains(key, "/") {
			schema, _ = kinds[0].(map[string]any)
		}
		named, _ := schema["$ref"].(string)
		if name := path.Base(named); strings.Contains(key, "/") && examples[name] != nil {
			media["examples"] = map[string]any{"usual": reference("examples", name)}
			continue
		}
		addExamples(v, examples)
	}
}

func (s *Server) getOpenAPI(c *gin.Context, _ *noParameters) error {
	all, err := s.description()
	if err != nil {
		return err
	}
	here := *all
	here.Servers = []serverURL{{cmp.Or(Base(c.Request), "/")}}
	return reply(c, http.StatusOK, here)
}
