package rules

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"assay/analysis/variant"
)

// WriteReference writes the reference of the definition language in Markdown:
// all keys, and the special rules with their parameters.
func WriteReference(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, m := range variant.Reference() {
		if len(m.Keys) == 0 {
			continue
		}
		title := "A definition"
		if m.Path != "" {
			title = "`" + m.Path + "`"
		}
		fmt.Fprintf(out, "### %s\n\n| key | value | |\n|---|---|---|\n", title)
		for _, k := range m.Keys {
			fmt.Fprintf(out, "| `%s` | %s | %s |\n", k.Name, k.Form, codeSpans(k.Says))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "## Special rules\n")
	for _, k := range ModuleKinds() {
		fmt.Fprintf(out, "\n### `%s`\n\n%s\n", k.Name, k.Says)
		if len(k.Params) > 0 {
			fmt.Fprint(out, "\n| key | |\n|---|---|\n")
		}
		for _, p := range k.Params {
			fmt.Fprintf(out, "| `%s` | %s |\n", p.Key, codeSpans(p.Says))
		}
	}
	return out.Flush()
}

// codeSpans turns words in single quotes, as in struct tags, into code spans. A
// quote after a letter is an apostrophe.
func codeSpans(says string) string {
	var b strings.Builder
	open := false
	for i, r := range says {
		if r == '\'' && (open && !startsWord(says[i+1:]) || i == 0 || says[i-1] == ' ') {
			open = !open
			r = '`'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func startsWord(rest string) bool {
	return rest != "" && (rest[0] >= 'a' && rest[0] <= 'z')
}
