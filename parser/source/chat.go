package source

import (
	"bytes"

	"assay/parser/scan"
)

// writer matches what a chat puts before a message: perhaps the day and the
// time, and the writer's name, as in <ann>, ann: and [12:01] ann:.
var writer = scan.NewPattern(`^[ \t]*` +
	`[\[(]?(?:[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4},?[ ]+)?` +
	`(?:[0-9]{1,2}[:.][0-9]{2}(?:[:.][0-9]{2})?(?:[ ]?[AaPp][Mm])?)?[\])]?[ ,-]*` +
	`(?:<[@+~&% ]?([^<>\s]{1,32})>:?|(\pL[\pL\pN_. -]{0,31}):)[ \t]+`)

// message matches a message that is a move: e4, 1. e4, Nxe5+, O-O, P*7f, 炮二平五.
var message = scan.NewPattern(`^(?:[0-9]{1,3}[.)]+[ ]?)?` +
	`(?:\+?[A-Z]?[a-p]?[0-9]{0,2}[x:*@-]?[a-p][0-9]{1,2}[^ \t]{0,4}|[1-9][a-i][1-9][a-i]\+?|[O0]-[O0](?:-[O0])?[+#]?|\p{Han}[\p{Han}0-9]{3})[!?]*$`)

// writerOf returns the length of a line's name and time in a chat; 0 for none.
func writerOf(line string) int {
	return len(writer.FindString(line))
}

// mayBeChat reports whether the first line of a text starts with a name. It
// decides most files.
func mayBeChat(prefix []byte) bool {
	prefix = bytes.TrimLeft(prefix, " \t\r\n")
	return writer.Match(prefix[:endOfLine(prefix)])
}

// isChat reports whether every line of a text has a name before it, and two
// names have moves after them, in at least half of the lines.
func isChat(prefix []byte) bool {
	lines, moves := 0, 0
	players := map[string]bool{}
	for line := range bytes.Lines(prefix) {
		text := scan.Trim(string(line))
		if text == "" {
			continue
		}
		parts := writer.FindStringSubmatch(text + " ")
		if parts == nil {
			return false
		}
		lines++
		if rest := text[min(len(parts[0]), len(text)):]; message.MatchString(rest) {
			moves++
			players[parts[1]+parts[2]] = true
		}
	}
	return moves > 2 && len(players) == 2 && 2*moves >= lines
}
