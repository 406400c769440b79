package locale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/parser"
	"assay/parser/scan"
)

// verb matches a verb of package fmt that takes one value, or a percent sign.
var verb = scan.NewPattern(`%%|%[-+# 0]*\d*(?:\.\d+)?[a-zA-Z]`)

// opening matches what is before the message in a line of the command line:
// blanks, and the name of the program.
var opening = scan.NewPattern(`^ *(?:assay: )?`)

// Message returns the message of a format of package fmt, which has {1}, {2} …
// for its verbs. Blanks and the name of the program before it are left out.
func Message(format string) string {
	n := 0
	return verb.ReplaceAllStringFunc(strings.TrimPrefix(format, opening.FindString(format)), func(found string) string {
		if found == "%%" {
			return "%"
		}
		n++
		return "{" + strconv.Itoa(n) + "}"
	})
}

// Sprintf returns a text in the form of [fmt.Sprintf] in the language. The
// catalogue has its format as a [Message]. Values that are errors or the result
// of [parser.Count] are translated too.
func (c *Catalogue) Sprintf(format string, values ...any) string {
	if c == nil {
		return fmt.Sprintf(format, values...)
	}
	said := make([]any, len(values))
	for i, v := range values {
		said[i] = c.value(v)
	}
	form := c.Translations[Message(format)].Text
	if form == "" {
		return fmt.Sprintf(format, said...)
	}
	verbs := slices.DeleteFunc(verb.FindAllString(format, -1), func(v string) bool { return v == "%%" })
	return opening.FindString(format) +
		insert(form, func(n int) string { return fmt.Sprintf(verbs[n-1], said[n-1]) })
}

// value translates a value of a text, if it is an error or a count.
func (c *Catalogue) value(v any) any {
	switch v := v.(type) {
	case error:
		return c.Words(v.Error())
	case string:
		number, noun, _ := strings.Cut(v, " ")
		n, err := strconv.Atoi(number)
		if err != nil || noun == "" {
			return v
		}
		if n == 1 {
			_, noun, _ = strings.Cut(parser.Count(0, noun), " ")
		}
		if _, ok := c.Translations["{1} "+noun]; ok {
			return c.Count(n, v, "{1} "+noun)
		}
	}
	return v
}
