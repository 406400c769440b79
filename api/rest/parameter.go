package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"assay/api"
)

// Parameter is a value that a call may give: its name, what it takes and where
// that goes. What is said of it is all that there is: calls are read by it,
// refused by it, and described by it.
type Parameter struct {
	name, formerly string
	in             string // query, path, header, or body for a key of a JSON object
	help           string
	required       bool
	schema         map[string]any // of OpenAPI
	set            func(text string) (want string)
	holds          func() (value, want string) // want is "" where the value is taken
	lines          func(lines []string) error  // takes a header
}

// Input is what a call takes: a struct that lists its parameters, each with its
// place in it.
type Input interface{ Parameters() []*Parameter }

// Few are parameters that need no struct: each has a variable for its place.
type Few []*Parameter

// Parameters are these.
func (p Few) Parameters() []*Parameter { return p }

func parameter(name, kind, help string, set func(string) string) *Parameter {
	return &Parameter{
		name: name, in: "query", help: help, schema: map[string]any{"type": kind}, set: set,
		holds: func() (string, string) { return "given", "" },
	}
}

// Text is any text.
func Text(name string, into *string, help string) *Parameter {
	p := parameter(name, "string", help, func(text string) string { *into = text; return "" })
	p.holds = func() (string, string) {
		if values, some := p.schema["enum"].([]string); some && *into != "" && !slices.Contains(values, *into) {
			return *into, strings.Join(values, ", ")
		}
		return *into, ""
	}
	return p
}

// Number is a whole number.
func Number[N int | int64](name string, into *N, help string) *Parameter {
	p := parameter(name, "integer", help, func(text string) string {
		n, err := strconv.ParseInt(text, 10, 64)
		if *into = N(n); err != nil {
			return "a whole number"
		}
		return ""
	})
	p.holds = func() (string, string) { return fmt.Sprint(*into), p.outside(float64(*into)) }
	return p
}

// Seconds are a time.
func Seconds(name string, into *float64, help string) *Parameter {
	p := parameter(name, "number", help, func(text string) (want string) {
		var err error
		if *into, err = strconv.ParseFloat(text, 64); err != nil {
			return "a number"
		}
		return ""
	})
	p.holds = func() (string, string) { return fmt.Sprint(*into), p.outside(*into) }
	return p
}

// MaybeNumber is a whole number that may be left out.
func MaybeNumber(name string, into **int, help string) *Parameter {
	return parameter(name, "integer", help, func(text string) string {
		n, err := strconv.Atoi(text)
		if *into = &n; err != nil {
			return "a whole number"
		}
		return ""
	})
}

// Truth is true or false, which it is where it is left out.
func Truth(name string, into *bool, help string) *Parameter {
	p := parameter(name, "boolean", help, func(text string) string {
		if *into = text == "true"; !*into && text != "false" {
			return "true or false"
		}
		return ""
	})
	return p.Usually(false)
}

// Parsed is a text that a function reads; it gives what is wanted where it
// cannot.
func Parsed(name string, set func(text string) (want string), help string) *Parameter {
	return parameter(name, "string", help, set)
}

// Header is a header, which a function takes by all its lines.
func Header(name string, take func(lines []string) error, help string) *Parameter {
	p := parameter(name, "string", help, nil)
	p.in, p.lines = "header", take
	return p
}

// Texts are a list of texts in a body.
func Texts(name string, into *[]string, help string, most int) *Parameter {
	p := parameter(name, "array", help, nil)
	p.schema["items"], p.schema["maxItems"] = map[string]any{"type": "string"}, most
	p.holds = func() (string, string) {
		if n := len(*into); n > most {
			return fmt.Sprint(n), fmt.Sprintf("%d at most", most)
		}
		return "given", ""
	}
	return p
}

// Required refuses calls that leave the parameter out.
func (p *Parameter) Required() *Parameter { p.required = true; return p }

// InPath takes the parameter from the path.
func (p *Parameter) InPath() *Parameter { p.in = "path"; return p.Required() }

// OneOf takes these values alone.
func (p *Parameter) OneOf(values ...string) *Parameter { p.schema["enum"] = values; return p }

// From bounds a number below.
func (p *Parameter) From(least float64) *Parameter { p.schema["minimum"] = least; return p }

// To bounds a number above.
func (p *Parameter) To(most float64) *Parameter { p.schema["maximum"] = most; return p }

// Usually is what it is where it is left out.
func (p *Parameter) Usually(value any) *Parameter {
	p.schema["default"] = value
	p.set(fmt.Sprint(value))
	return p
}

// Formerly takes the parameter under its old name too.
func (p *Parameter) Formerly(name string) *Parameter { p.formerly = name; return p }

// decimal is a number in figures alone.
func decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// outside says what is wanted in place of a number that is out of bounds.
func (p *Parameter) outside(n float64) string {
	least, from := p.schema["minimum"].(float64)
	most, to := p.schema["maximum"].(float64)
	switch {
	case (!from || n >= least) && (!to || n <= most):
		return ""
	case from && to:
		return decimal(least) + " to " + decimal(most)
	case to:
		return "at most " + decimal(most)
	}
	return "at least " + decimal(least)
}

// read takes a text.
func (p *Parameter) read(text string) error {
	if text == "" && p.in != "path" {
		if p.required {
			return p.missing()
		}
		return nil
	}
	if want := p.set(text); want != "" {
		return &api.InputError{Field: p.name, Value: text, Want: want}
	}
	return p.check()
}

// check refuses what it is now.
func (p *Parameter) check() error {
	value, want := p.holds()
	switch {
	case p.required && value == "":
		return p.missing()
	case want != "":
		return &api.InputError{Field: p.name, Value: value, Want: want}
	}
	return nil
}

func (p *Parameter) missing() error {
	want := p.help
	if values, some := p.schema["enum"].([]string); some {
		want = strings.Join(values, ", ")
	}
	return &api.InputError{Field: p.name, Want: want}
}

// Bind reads a call. Parameters of the query that are not known are refused,
// and so is one that is given twice; an empty one is left out. The error is an
// [*api.InputError].
func Bind(r *http.Request, into Input) error {
	known, rest, err := bind(r, into)
	for name := range rest {
		want := "no parameters"
		if len(known) > 0 {
			want = strings.Join(known, ", ")
		}
		return &api.InputError{Field: "parameter", Value: name, Want: want}
	}
	return err
}

// BindPage is Bind for pages, whose addresses may bear more than is known.
func BindPage(r *http.Request, into Input) error {
	_, _, err := bind(r, into)
	return err
}

// bind reads what is known of a call, and gives the rest of its query.
func bind(r *http.Request, into Input) (known []string, rest url.Values, err error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, nil, &api.InputError{Field: "query", Value: r.URL.RawQuery, Want: "key=value pairs"}
	}
	for _, p := range into.Parameters() {
		text := r.PathValue(p.name)
		switch p.in {
		case "header":
			if err == nil {
				err = p.lines(r.Header.Values(p.name))
			}
			continue
		case "query":
			known = append(known, p.name)
			if _, given := values[p.name]; p.formerly != "" && !given {
				values[p.name] = values[p.formerly]
				delete(values, p.formerly)
			}
			if len(values[p.name]) > 1 {
				return nil, nil, &api.InputError{Field: "parameter", Value: p.name, Want: "once only"}
			}
			text = values.Get(p.name)
			delete(values, p.name)
		}
		if err == nil {
			err = p.read(text)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return known, values, nil
}
