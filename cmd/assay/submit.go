package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"assay/analysis"
	"assay/api/records"
	"assay/store"
)

// tokenEnv is the environment variable with the access token.
const tokenEnv = envPrefix + "TOKEN"

// submitFlags are the flags of the command submit.
type submitFlags struct {
	records.Reading
	event, comment, author, token string
}

func (p *program) submit() *cobra.Command {
	var f submitFlags
	cmd := &cobra.Command{
		Use:   "submit URL FILE...",
		Short: "Submit records to a server",
		Long: `Submit sends files of records ("-" is standard input) to the Assay server at URL. The
server archives valid records at once; the others wait for an arbiter. Submit reports
what became of each record. The exit code is 1 if one of them waits. With --atomic,
the server refuses a file with an invalid record whole.

If people log in there, pass a token in the environment variable ASSAY_TOKEN, or with
--token, which other users of this computer can see.`,
		Example: `  # Submit the games of a round.
  assay submit https://games.example.org round-1.pgn --event "City Cup"`,
		Args: wants(2, math.MaxInt, "URL FILE", "name the server and at least one file"),
		RunE: p.does(func(ctx context.Context, args []string) error {
			at, err := serverAt(args[0])
			if err != nil {
				return err
			}
			return f.submit(ctx, p, at, args[1:])
		}),
	}
	flags := cmd.Flags()
	readingFlags(flags, &f.Reading)
	atomicFlag(flags, &f.Reading)
	flags.StringVar(&f.event, "event", "", "number or `name` of the event (default: as the records name it)")
	flags.StringVar(&f.comment, "comment", "", "`text` for the arbiter")
	flags.StringVar(&f.author, "author", "", "your `name`, if the server has no log-in (default anonymous)")
	flags.StringVar(&f.token, "token", "", "your access `token` (default $"+tokenEnv+")")
	return cmd
}

// submit sends the files in order. It reads all of them first, so that an
// unreadable file stops it before anything is sent.
func (f *submitFlags) submit(ctx context.Context, p *program, at *url.URL, files []string) error {
	texts := make([][]byte, len(files))
	for i, file := range files {
		var err error
		if texts[i], err = p.text(file); err != nil {
			return usage("FILE", "%v", err)
		}
	}
	f.token = cmp.Or(f.token, variable(p.environ, tokenEnv))
	waits := false
	for i, file := range files {
		name := filepath.Base(file)
		if file == "-" {
			name = "standard input"
		}
		d, err := f.deliver(ctx, at, name, texts[i])
		if refused, ok := errors.AsType[*refusedFile](err); ok {
			waits = true
			if err := p.refusedWhole(file, refused); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		for _, s := range d.Submissions {
			waits = waits || s.State != store.SubmissionAccepted
		}
		if err := p.delivered(file, d); err != nil {
			return err
		}
	}
	return faultsIf(waits)
}

// refusedFile reports that the server archived and queued nothing of a file.
type refusedFile struct {
	message string
	reports []analysis.Report
}

func (e *refusedFile) Error() string { return e.message }

// refusedWhole prints why a file was refused.
func (p *program) refusedWhole(file string, e *refusedFile) error {
	if p.json {
		return each(e.reports, func(r *analysis.Report) error { return p.object(r) })
	}
	p.note("%s: refused whole, because a record is invalid", file)
	return each(e.reports, func(r *analysis.Report) error {
		if !r.Invalid() {
			return nil
		}
		return p.printLines(describe(p.words, r, "not submitted"))
	})
}

// delivered prints the outcome for the records of a file.
func (p *program) delivered(file string, d *records.Delivered) error {
	if p.json {
		return p.object(d)
	}
	for _, s := range d.Submissions {
		what := fmt.Sprintf("%s:%d: %s, %s", file, s.Number, cmp.Or(s.Variant, "unknown variant"), s.Verdict)
		if s.State == store.SubmissionAccepted {
			word, fate := "archived", ""
			switch {
			case s.Continued != 0:
				word = fmt.Sprintf("revision %d of the game archived", s.Continued)
			case s.Existing:
				word = "already archived"
			}
			if s.Deleted {
				fate = fmt.Sprintf(" and deleted; to restore it, run assay restore %d", s.Game)
			}
			if err := p.print("%s, %s as %d%s%s", what, word, s.Game, fate,
				alsoArchived(nil, int64(s.Game), int64(s.Twin), s.Alike)); err != nil {
				return err
			}
			if err := p.warned(s.Warnings); err != nil {
				return err
			}
			continue
		}
		if err := p.print("%s, pending as submission %d%s", what, s.ID,
			alsoArchived(nil, 0, int64(s.Twin), s.Alike)); err != nil {
			return err
		}
		for _, c := range s.Concerns {
			if err := p.print("    %s: %s", c.Kind, c.Message); err != nil {
				return err
			}
		}
		if err := p.warned(s.Warnings); err != nil {
			return err
		}
	}
	return nil
}

// Bounds of retries while the server is busy.
const (
	maxAttempts = 5
	maxWait     = 30 * time.Second
)

// deliver sends a file and retries failed requests. The idempotency key
// prevents duplicates.
func (f *submitFlags) deliver(ctx context.Context, at *url.URL, name string, text []byte) (*records.Delivered, error) {
	query := url.Values{"file": {name}}
	for key, value := range map[string]string{
		"event": f.event, "comment": f.comment, "author": f.author, "variant": f.Variant, "options": f.Options,
		"format": string(f.Format),
	} {
		if value != "" {
			query.Set(key, value)
		}
	}
	if f.Atomic {
		query.Set("atomic", "true")
	}
	content := "application/octet-stream"
	if f.Encoding != "" {
		content = mime.FormatMediaType(content, map[string]string{"charset": f.Encoding})
	}
	address := at.JoinPath("api", "v1", "submissions")
	address.RawQuery = query.Encode()
	// Do not follow redirects, which could send the token to another server.
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	key := rand.Text()
	for sending := 1; ; sending++ {
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, address.String(), bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		request.Header.Set("Content-Type", content)
		request.Header.Set("Idempotency-Key", key)
		if f.token != "" {
			request.Header.Set("Authorization", "Bearer "+f.token)
		}
		answer, err := client.Do(request)
		wait := time.Second
		if err == nil {
			d, after, refused := readDelivered(answer, name)
			if refused == nil || after == 0 {
				return d, refused
			}
			wait, err = after, refused
		}
		if sending == maxAttempts || ctx.Err() != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(min(wait, maxWait)):
		}
	}
}

// readDelivered reads the server's answer, and when to retry if it is busy.
func readDelivered(answer *http.Response, name string) (d *records.Delivered, after time.Duration, err error) {
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, time.Second, err
	}
	if answer.StatusCode == http.StatusCreated {
		d = new(records.Delivered)
		return d, 0, json.Unmarshal(body, d)
	}
	var problem struct {
		Title, Detail, Code string
		Games               []analysis.Report
	}
	message := answer.Status
	if json.Unmarshal(body, &problem) == nil && problem.Title != "" {
		message = cmp.Or(problem.Detail, problem.Title)
	}
	if problem.Code == "event-not-found" {
		return nil, 0, usage("--event", "the server has no event with this number or name")
	}
	switch answer.StatusCode {
	case http.StatusUnprocessableEntity:
		if len(problem.Games) > 0 {
			return nil, 0, &refusedFile{message, problem.Games}
		}
	case http.StatusUnauthorized, http.StatusForbidden:
		return nil, 0, usage("--token", "%s", message)
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed:
		return nil, 0, usage(name, "%s", message)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		after = max(time.Duration(seconds)*time.Second, time.Second)
	}
	return nil, after, fmt.Errorf("%s: answer of the server: %s", name, message)
}
