package locale

import (
	"fmt"
	"strings"

	"assay/parser/scan"
)

var (
	// tagged matches a message of a script: a template literal with the tag t.
	tagged = scan.NewPattern("\\bt`([^`]*)`")
	// counted matches a message about a number of things; the second text is
	// the message.
	counted = scan.NewPattern(`\bcount\([^"\n]*"([^"\n]*)",\s*"([^"\n]*)"\)`)
	// inserted matches a value in a template literal.
	inserted = scan.NewPattern(`\$\{[^}]*\}`)
)

// ScriptMessages returns the messages of a script, in order; a message may
// occur more than once.
func ScriptMessages(source string) (messages []string) {
	for _, found := range tagged.FindAllStringSubmatch(source, -1) {
		number := 0
		messages = append(messages, strings.TrimSpace(inserted.ReplaceAllStringFunc(found[1], func(string) string {
			number++
			return fmt.Sprintf("{%d}", number)
		})))
	}
	for _, found := range counted.FindAllStringSubmatch(source, -1) {
		messages = append(messages, found[2])
	}
	return messages
}
