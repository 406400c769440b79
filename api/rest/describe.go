package rest

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api/request"
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
	"Search":  func() Input { return new(searchRequest) },
	"Similar": func() Input { return new(similarRequest) },
	"Play":    func() Input { return new(playRequest) },
	"Count":   func() Input { return new(perftRequest) },
	"Sample":  func() Input { return new(sampleRequest) },
	"Think":   func() Input { return new(positionAnalysisRequest) },
	"Analyse": func() Input { return new(analysisRequest) },
}

// pathParameter matches a parameter in the path of a route.
var pathParameter = regexp.MustCompile(`:([a-z]+)`)

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
		if isConditional(o.method) && responses["412"] == nil {
			responses["412"] = reference("responses", "Problem")
		}
		if o.acceptsKey() {
			for _, status := range []string{"409", "422"} { // key in use, or reused
				if responses[status] == nil {
					responses[status] = reference("responses", "Problem")
				}
			}
		}
		addExamples(described, all.Components["examples"])
	}
	for _, response := range all.Components["responses"] {
		addExamples(response, all.Components["examples"])
	}
	for name, body := range bodySchemas {
		properties, required := map[string]any{}, []string{}
		for _, p := range body().Parameters() {
			property := maps.Clone(p.schema)
			property["description"] = sentence(p.help)
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
var braces = regexp.MustCompile(`\{([a-z]+)\}`)

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
