package rest

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// openapi describes the REST interface (OpenAPI 3.1), but for what
// [description] adds. Tests hold the server to it.
//
//go:embed openapi.json
var openapi []byte

// bodies are the schemas whose keys are parameters.
var bodies = map[string]func() Input{
	"Search":  func() Input { return new(searchRequest) },
	"Similar": func() Input { return new(similarRequest) },
	"Play":    func() Input { return new(playRequest) },
	"Count":   func() Input { return new(countRequest) },
	"Sample":  func() Input { return new(sampleRequest) },
	"Think":   func() Input { return new(thinkRequest) },
	"Analyse": func() Input { return new(analysisRequest) },
}

// inBraces is a parameter in the path of a route.
var inBraces = regexp.MustCompile(`:([a-z]+)`)

// document is a description of an interface.
type document struct {
	OpenAPI    string                               `json:"openapi"`
	Info       any                                  `json:"info"`
	Servers    []lies                               `json:"servers"`
	Security   any                                  `json:"security"`
	Tags       any                                  `json:"tags"`
	Paths      map[string]map[string]map[string]any `json:"paths"`
	Components map[string]map[string]map[string]any `json:"components"`
}

// lies is where an interface does.
type lies struct {
	URL string `json:"url"`
}

// description is openapi with the parameters that operations take, the problems
// that every call may meet, and the examples of schemas where these are sent.
func description(operations []operation) (*document, error) {
	all := new(document)
	if err := json.Unmarshal(openapi, all); err != nil {
		return nil, err
	}
	for _, o := range operations {
		described := all.Paths[inBraces.ReplaceAllString(o.path, "{$1}")][strings.ToLower(o.method)]
		parameters := []map[string]any{}
		for _, p := range o.parameters() {
			parameters = append(parameters, map[string]any{"name": p.name, "in": p.in, "description": p.help, "schema": p.schema, "required": p.required})
		}
		described["parameters"] = parameters
		if o.needs != api.Free {
			described["x-right"] = o.needs // that it takes, where people log in
		}
		responses, _ := described["responses"].(map[string]any)
		responses["400"] = reference("responses", "BadRequest")
		responses["default"] = reference("responses", "Problem")
		if o.method == http.MethodGet {
			responses["304"] = reference("responses", "NotModified")
		}
		if conditional(o.method) && responses["412"] == nil {
			responses["412"] = reference("responses", "Problem")
		}
		if o.keyed() {
			for _, status := range []string{"409", "422"} { // by its key
				if responses[status] == nil {
					responses[status] = reference("responses", "Problem")
				}
			}
		}
		exemplify(described, all.Components["examples"])
	}
	for _, response := range all.Components["responses"] {
		exemplify(response, all.Components["examples"])
	}
	for name, body := range bodies {
		properties, required := map[string]any{}, []string{}
		for _, p := range body().Parameters() {
			property := maps.Clone(p.schema)
			property["description"] = p.help
			properties[p.name] = property
			if p.required {
				required = append(required, p.name)
			}
		}
		schema := all.Components["schemas"][name]
		schema["properties"], schema["required"] = properties, required
	}
	return all, nil
}

func reference(kind, name string) map[string]any {
	return map[string]any{"$ref": "#/components/" + kind + "/" + name}
}

// exemplify adds the example of a schema wherever under v a body has that
// schema, or has it as the first of several.
func exemplify(v any, examples map[string]map[string]any) {
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
		exemplify(v, examples)
	}
}

func (s *Server) describe(c *gin.Context, _ *noParameters) error {
	all, err := s.description()
	if err != nil {
		return err
	}
	here := *all
	here.Servers = []lies{{cmp.Or(Base(c.Request), "/")}}
	return reply(c, http.StatusOK, here)
}
