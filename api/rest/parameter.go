package rest

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"assay/api/request"
	"assay/store"
)

// Parameter is a parameter of a request: its name, description, parser and
// check. Parsing, error messages and the OpenAPI document all use it.
type Parameter struct {
	name, formerly string
	in             string // query, path, header, or body for a key of a JSON object
	help           string
	required       bool
	schema         map[string]any // JSON Schema
	set            func(text string) (want string)
	current        func() (value, want string) // want is "" if the value is valid
	setHeader      func(lines []string) error  // parses a header
}

// Input is a struct that lists its parameters.
type Input interface{ Parameters() []*Parameter }

// Few are parameters without a struct.
type Few []*Parameter

// Parameters returns p.
func (p Few) Parameters() []*Parameter { return p }

func parameter(name, kind, help string, set func(string) string) *Parameter {
	return &Parameter{
		name: name, in: "query", help: help, schema: map[string]any{"type": kind}, set: set,
		current: func() (string, string) { return "given", "" },
	}
}

// Text returns a text parameter.
func Text(name string, into *string, help string) *Parameter {
	p := parameter(name, "string", help, func(text string) string { *into = text; return "" })
	p.current = func() (string, string) {
		if values, some := p.schema["enum"].([]string); some && *into != "" && !slices.Contains(values, *into) {
			return *into, strings.Join(values, ", ")
		}
		return *into, ""
	}
	return p
}

// Number returns a whole-number parameter.
func Number[N int | int64](name string, into *N, help string) *Parameter {
	p := parameter(name, "integer", help, func(text string) string {
		n, err := strconv.ParseInt(text, 10, 64)
		if *into = N(n); err != nil {
			return "a whole number"
		}
		return ""
	})
	p.current = func() (string, string) { return fmt.Sprint(*into), p.rangeError(float64(*into)) }
	return p
}

// Seconds returns a parameter for a number of seconds.
func Seconds(name string, into *float64, help string) *Parameter {
	p := parameter(name, "number", help, func(text string) (want string) {
		var err error
		if *into, err = strconv.ParseFloat(text, 64); err != nil {
			return "a number"
		}
		return ""
	})
	p.current = func() (string, string) { return fmt.Sprint(*into), p.rangeError(*into) }
	return p
}

// maybeNumber returns an optional whole-number parameter.
func maybeNumber(name string, into **int, help string) *Parameter {
	return parameter(name, "integer", help, func(text string) string {
		n, err := strconv.Atoi(text)
		if *into = &n; err != nil {
			return "a whole number"
		}
		return ""
	})
}

// Truth returns a boolean parameter, false by default.
func Truth(name string, into *bool, help string) *Parameter {
	p := parameter(name, "boolean", help, func(text string) string {
		if *into = text == "true"; !*into && text != "false" {
			return "true or false"
		}
		return ""
	})
	return p.Usually(false)
}

// Parsed returns a text parameter that set parses. If the text is invalid, set
// returns what it expects.
func Parsed(name string, set func(text string) (want string), help string) *Parameter {
	return parameter(name, "string", help, set)
}

// Header returns a header parameter. take receives all lines of the header.
func Header(name string, take func(lines []string) error, help string) *Parameter {
	p := parameter(name, "string", help, nil)
	p.in, p.setHeader = "header", take
	return p
}

// Texts returns a parameter for a list of texts in a body.
func Texts(name string, into *[]string, help string, most int) *Parameter {
	p := parameter(name, "array", help, nil)
	p.schema["items"], p.schema["maxItems"] = map[string]any{"type": "string"}, most
	p.current = func() (string, string) {
		if n := len(*into); n > most {
			return fmt.Sprint(n), fmt.Sprintf("at most %d", most)
		}
		return "given", ""
	}
	return p
}

// Required rejects requests without the parameter.
func (p *Parameter) Required() *Parameter { p.required = true; return p }

// InPath reads the parameter from the path.
func (p *Parameter) InPath() *Parameter { p.in = "path"; return p.Required() }

// OneOf restricts the parameter to these values.
func (p *Parameter) OneOf(values ...string) *Parameter { p.schema["enum"] = values; return p }

// From sets the minimum of a number.
func (p *Parameter) From(least float64) *Parameter { p.schema["minimum"] = least; return p }

// To sets the maximum of a number.
func (p *Parameter) To(most float64) *Parameter { p.schema["maximum"] = most; return p }

// Usually sets the default.
func (p *Parameter) Usually(value any) *Parameter {
	p.schema["default"] = value
	p.set(fmt.Sprint(value))
	return p
}

// Valid rejects values for which check returns a [*store.FieldError].
func (p *Parameter) Valid(check func() error) *Parameter {
	p.current = func() (string, string) {
		if e, ok := errors.AsType[*store.FieldError](check()); ok {
			return e.Value, e.Want
		}
		return "given", ""
	}
	return p
}

// dayParameters are the first and the last day of a filter.
func dayParameters(from, to *string) []*Parameter {
	valid := func(name string, into *string, help string) *Parameter {
		return Text(name, into, help+" day: YYYY, YYYY-MM or YYYY-MM-DD").Valid(func() error {
			_, _, _, err := (store.Filter{From: *into}).Days()
			return err
		})
	}
	return []*Parameter{valid("from", from, "first"), valid("to", to, "last")}
}

// Formerly also accepts a former or another name.
func (p *Parameter) Formerly(name string) *Parameter { p.formerly = name; return p }

// decimal formats a number without an exponent.
func decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// rangeError describes the range if a number is outside it.
func (p *Parameter) rangeError(n float64) string {
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

// parse sets the parameter from a text.
func (p *Parameter) parse(text string) error {
	if text == "" && p.in != "path" {
		if p.required {
			return p.missing()
		}
		return nil
	}
	if want := p.set(text); want != "" {
		return &request.InputError{Field: p.name, Value: text, Want: want}
	}
	return p.check()
}

// check returns an error if the current value is invalid.
func (p *Parameter) check() error {
	value, want := p.current()
	switch {
	case p.required && value == "":
		return p.missing()
	case want != "":
		return &request.InputError{Field: p.name, Value: value, Want: want}
	}
	return nil
}

func (p *Parameter) missing() error {
	want := p.help
	if values, some := p.schema["enum"].([]string); some {
		want = strings.Join(values, ", ")
	}
	return &request.InputError{Field: p.name, Want: want}
}

// Bind parses the parameters of a request. It rejects unknown and repeated
// query parameters, and ignores empty ones. The error is an
// [*request.InputError], or several.
func Bind(r *http.Request, into Input) error {
	known, rest, errs := bind(r, into)
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		want := "no parameters"
		if len(known) > 0 {
			want = strings.Join(known, ", ")
		}
		errs = append(errs, &request.InputError{Field: "parameter", Value: name, Want: want})
	}
	return request.Joined(errs...)
}

// BindPage is Bind for pages, whose URLs may have other parameters.
func BindPage(r *http.Request, into Input) error {
	_, _, errs := bind(r, into)
	return request.Joined(errs...)
}

// bind parses the known parameters, and returns the rest of the query.
func bind(r *http.Request, into Input) (known []string, rest url.Values, errs []error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, nil, []error{&request.InputError{Field: "query", Value: r.URL.RawQuery, Want: "key=value pairs"}}
	}
	for _, p := range into.Parameters() {
		text := r.PathValue(p.name)
		switch p.in {
		case "header":
			errs = append(errs, p.setHeader(r.Header.Values(p.name)))
			continue
		case "query":
			known = append(known, p.name)
			if _, given := values[p.name]; p.formerly != "" && !given {
				values[p.name] = values[p.formerly]
				delete(values, p.formerly)
			}
			given := values[p.name]
			delete(values, p.name)
			if len(given) > 1 {
				errs = append(errs, &request.InputError{Field: "parameter", Value: p.name, Want: onlyOnce})
				continue
			}
			text = strings.Join(given, "")
		}
		errs = append(errs, p.parse(text))
	}
	return known, values, errs
}
