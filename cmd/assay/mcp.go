package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"assay/api"
	"assay/api/rest"
	"assay/store/postgres"
)

func (p *program) mcp() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: "Answer a language model by the Model Context Protocol",
		Long: `Mcp speaks the Model Context Protocol on standard input and output, so that a program with
a language model can ask about games and rules. It changes nothing. The tools are

  search     games by position or by query, with the exact number
  explorer   the moves played from a position, with results
  games      games by header, result, variant or day
  game       a game with its moves, headers and verdict
  verify     a record: legal or not, and which rule the first error breaks
  position   a position after moves: its legal moves, diagram text and outcome
  analysis   the best line of a position, or a proved mate
  variants   which variants are defined
  rules      the rules of a variant in sentences, with their sources

Each answer is that of the REST interface (docs/rest.md), with the request that it answers.
Without an archive, questions about positions, records and rules are answered.`,
		Example: `  # Serve the archive in the folder assay-data.
  assay mcp
  # Serve another one.
  assay mcp --data club-archive`,
		Args: noArguments(),
		RunE: p.does(func(ctx context.Context, _ []string) error {
			how := toRead
			if data := p.settings.Data; !postgres.IsURL(data) && !isThere(p.archivePath()) {
				empty, err := os.MkdirTemp("", "assay")
				if err != nil {
					return err
				}
				defer os.RemoveAll(empty)
				p.note("assay: there is no archive in %s; questions about games find none", data)
				p.settings.Data, how = empty, toWrite
			}
			return p.withArchive(ctx, how, func(a *api.Archive) error {
				return newTools(a).Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(p.stdin), Writer: flushed{p.stdout}})
			})
		}),
	}
}

// flushed is a writer that sends each message at once. Closing the connection
// does not close it.
type flushed struct{ to *bufio.Writer }

func (w flushed) Write(message []byte) (int, error) {
	n, err := w.to.Write(message)
	if err == nil {
		err = w.to.Flush()
	}
	return n, err
}

func (flushed) Close() error { return nil }

// newTools returns a server whose tools ask the REST interface. Requests reach
// its handler without a network.
func newTools(a *api.Archive) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "assay", Title: "Assay", Version: version()}, nil)
	addTools(s, rest.NewServer(a, rest.ServerConfig{ReadOnly: true}))
	return s
}

// question is a request of the REST interface.
type question struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   any    `json:"body,omitempty"`
	text   string // a body that is no JSON
}

// answer is a question with its answer.
type answer struct {
	Query  question        `json:"query"`
	Status int             `json:"status"`
	Answer json.RawMessage `json:"answer"`
}

// addTool adds a tool that asks one question.
func addTool[In any](s *mcp.Server, handler http.Handler, name, says string, ask func(In) question) {
	closed := false
	tool := &mcp.Tool{Name: name, Description: says,
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(s, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		a, err := ask(in).answered(ctx, handler)
		if err != nil {
			return nil, nil, err
		}
		text, err := json.Marshal(a)
		if err != nil {
			return nil, nil, err
		}
		return &mcp.CallToolResult{IsError: a.Status >= http.StatusBadRequest,
			Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil, nil
	})
}

// answered asks the handler of the REST interface.
func (q question) answered(ctx context.Context, handler http.Handler) (*answer, error) {
	body, kind := []byte(q.text), "text/plain; charset=utf-8"
	if q.Body != nil {
		var err error
		if body, err = json.Marshal(q.Body); err != nil {
			return nil, err
		}
		kind = "application/json"
	}
	r, err := http.NewRequestWithContext(ctx, q.Method, "http://localhost/api/v1"+q.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "application/json")
	r.RemoteAddr = "127.0.0.1:0"
	if len(body) > 0 {
		r.Header.Set("Content-Type", kind)
	}
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	handler.ServeHTTP(w, r)
	return &answer{Query: q, Status: w.status, Answer: w.body.Bytes()}, nil
}

// recorder keeps the answer of a handler.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *recorder) Header() http.Header            { return w.header }
func (w *recorder) WriteHeader(status int)         { w.status = status }
func (w *recorder) Write(text []byte) (int, error) { return w.body.Write(text) }

// positionInput names a position.
type positionInput struct {
	Variant  string `json:"variant" jsonschema:"ID of the variant, such as chess, shogi or csg-1"`
	Options  string `json:"options,omitempty" jsonschema:"options of the variant, such as key=value"`
	Position string `json:"position,omitempty" jsonschema:"position (FEN); the start of the variant if omitted"`
}

// parameters returns parameters from names and values; empty values are left
// out.
func parameters(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			v.Set(pairs[i], pairs[i+1])
		}
	}
	return v
}

// getCall returns a question by GET.
func getCall(path string, v url.Values) question {
	if len(v) > 0 {
		path += "?" + v.Encode()
	}
	return question{Method: http.MethodGet, Path: path}
}

// postCall returns a question by POST.
func postCall(path string, body any) question {
	return question{Method: http.MethodPost, Path: path, Body: body}
}

type searchInput struct {
	Variant  string `json:"variant,omitempty" jsonschema:"ID of the variant; needed with a position"`
	Position string `json:"position,omitempty" jsonschema:"position (FEN) to find"`
	Query    string `json:"query,omitempty" jsonschema:"query in the query language, such as player:tal result:1-0"`
	Limit    int    `json:"limit,omitempty" jsonschema:"number of hits to return, at most 500"`
}

type explorerInput struct {
	positionInput
	Player string `json:"player,omitempty" jsonschema:"count only games of this player"`
	From   string `json:"from,omitempty" jsonschema:"first day, YYYY-MM-DD"`
	To     string `json:"to,omitempty" jsonschema:"last day, YYYY-MM-DD"`
}

type gamesInput struct {
	Variant string `json:"variant,omitempty" jsonschema:"ID of the variant"`
	Player  string `json:"player,omitempty" jsonschema:"a word of a player's name"`
	Event   string `json:"event,omitempty" jsonschema:"a word of the event's name"`
	Result  string `json:"result,omitempty" jsonschema:"1-0, 0-1, 1/2-1/2 or *"`
	Verdict string `json:"verdict,omitempty" jsonschema:"legal, illegal, unreadable or unsupported"`
	Words   string `json:"words,omitempty" jsonschema:"words of any header"`
	Limit   int    `json:"limit,omitempty" jsonschema:"number of games to return, at most 500"`
}

type gameInput struct {
	Game int64 `json:"game" jsonschema:"ID of the game in the archive"`
}

type verifyInput struct {
	Record  string `json:"record" jsonschema:"the text of one or more records, in any notation"`
	Variant string `json:"variant,omitempty" jsonschema:"ID of the variant, if the record does not name one"`
}

type playInput struct {
	positionInput
	Moves []string `json:"moves,omitempty" jsonschema:"moves to play, in any notation of the variant"`
}

type analysisInput struct {
	positionInput
	Nodes int `json:"nodes,omitempty" jsonschema:"number of positions to search; 50000 if omitted"`
	Mate  int `json:"mate,omitempty" jsonschema:"search only for a mate within so many plies, with a proof"`
}

type variantsInput struct {
	Words string `json:"words,omitempty" jsonschema:"words of the name"`
}

type rulesInput struct {
	Variant string `json:"variant" jsonschema:"ID of the variant"`
}

// addTools adds a tool for each question.
func addTools(s *mcp.Server, h http.Handler) {
	addTool(s, h, "search", "Find games by position (FEN) or by query. The total is exact.",
		func(in searchInput) question { return postCall("/positions/search", in) })
	addTool(s, h, "explorer", "Count the moves played from a position, with their results.",
		func(in explorerInput) question {
			return getCall("/explorer", parameters("variant", in.Variant, "options", in.Options,
				"position", in.Position, "player", in.Player, "from", in.From, "to", in.To))
		})
	addTool(s, h, "games", "List games by headers, result, variant or day.",
		func(in gamesInput) question {
			v := parameters("variant", in.Variant, "player", in.Player, "event", in.Event, "result", in.Result,
				"verdict", in.Verdict, "q", in.Words)
			if in.Limit > 0 {
				v.Set("limit", strconv.Itoa(in.Limit))
			}
			return getCall("/games", v)
		})
	addTool(s, h, "game", "Return a game with its moves, headers and verdict.",
		func(in gameInput) question { return getCall(fmt.Sprintf("/games/%d", in.Game), nil) })
	addTool(s, h, "verify", "Replay a record by the rules. Returns a verdict and the first error.",
		func(in verifyInput) question {
			q := getCall("/validate", parameters("variant", in.Variant))
			q.Method, q.text = http.MethodPost, in.Record
			return q
		})
	addTool(s, h, "position", "Play moves from a position. Returns the position, its legal moves and its outcome.",
		func(in playInput) question { return postCall("/positions/play", in) })
	addTool(s, h, "analysis", "Search the best line of a position, or a mate that is proved.",
		func(in analysisInput) question { return postCall("/analysis", in) })
	addTool(s, h, "variants", "List the variants whose games can be verified.",
		func(in variantsInput) question { return getCall("/variants", parameters("q", in.Words)) })
	addTool(s, h, "rules", "Return the rules of a variant, with their sources.",
		func(in rulesInput) question { return getCall("/variants/"+url.PathEscape(in.Variant), nil) })
}
