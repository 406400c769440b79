package pgn

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// pgnTagKey returns the key of the tag pair that a line starts with: a bracket,
// a key and a quotation mark.
func pgnTagKey(line string) (string, bool) {
	i := scan.SkipBlanks(line, 0)
	if i == len(line) || line[i] != '[' {
		return "", false
	}
	start := scan.SkipBlanks(line, i+1)
	end := start
	for end < len(line) && isTagNameByte(line[end]) {
		end++
	}
	if end == start {
		return "", false
	}
	i = scan.SkipBlanks(line, end)
	return line[start:end], i < len(line) && (line[i] == '"' || curlyQuote(line[i:]) > 0)
}

// curlyQuotes are the quotation marks of word processors.
var curlyQuotes = []string{"“", "”", "„", "‟", "«", "»", "″", "＂", "〝", "〞", "「", "」"}

// anyQuote has all quotation marks.
var anyQuote = `"` + strings.Join(curlyQuotes, "")

// curlyQuote returns the length of the typographic quotation mark that text
// starts with; 0 for none.
func curlyQuote(text string) int {
	if text != "" && text[0] < utf8.RuneSelf {
		return 0
	}
	for _, quote := range curlyQuotes {
		if strings.HasPrefix(text, quote) {
			return len(quote)
		}
	}
	return 0
}

// curlyString reads the string that starts with the typographic quotation mark
// at i, up to the last quotation mark before a closing bracket.
func curlyString(text string, i int) (value string, after int, closed bool) {
	start, end := i+curlyQuote(text[i:]), scan.LineEnd(text, i)
	shut := strings.IndexByte(text[start:end], ']')
	for at := start; shut >= 0; {
		before := scan.Trim(text[start : at+shut])
		for _, quote := range append(curlyQuotes, `"`) {
			if value, ok := strings.CutSuffix(before, quote); ok {
				return value, start + strings.LastIndex(text[start:at+shut], quote) + len(quote), true
			}
		}
		at += shut + 1
		shut = strings.IndexByte(text[at:end], ']')
	}
	return scan.Trim(text[start:end]), end, false
}

// isTagNameByte reports whether a tag name can have a byte. It accepts more
// than the letters, digits and underscores of the standard.
func isTagNameByte(c byte) bool {
	return scan.IsWordByte(c) || c >= utf8.RuneSelf || c == '-' || c == '.' || c == '/' || c == ':' || c == '+'
}

// pgnTagsEnd returns the end of the tag pairs that a line starts with.
func pgnTagsEnd(line string) int {
	end := 0
	for {
		if _, ok := pgnTagKey(line[end:]); !ok {
			return end
		}
		open := end + strings.IndexByte(line[end:], '"')
		read := pgnString
		if n := strings.IndexAny(line[end:], anyQuote); n >= 0 && line[end+n] != '"' {
			open, read = end+n, curlyString
		}
		_, after, _ := read(line, open)
		after = scan.SkipBlanks(line, after)
		if after == len(line) || line[after] != ']' {
			return len(line)
		}
		end = after + 1
	}
}

// pgnString reads the string that starts with the quotation mark at i, up to
// the closing one or the end of the line. A backslash escapes a quotation mark
// or a backslash; before other characters it is literal.
func pgnString(text string, i int) (value string, after int, closed bool) {
	start := i + 1
	escaped := false
	if n := strings.IndexByte(text[start:], '"'); n >= 0 && isPlainString(text[start:start+n]) {
		return text[start : start+n], start + n + 1, true
	}
	for i = start; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return unescape(text[start:i], escaped), i + 1, true
		case c == '\n' || c == '\r':
			return unescape(text[start:i], escaped), i, false
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			escaped = true
			i++
		}
	}
	return unescape(text[start:], escaped), i, false
}

// isPlainString reports whether a string has neither escapes nor line ends.
func isPlainString(s string) bool {
	return strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, '\r') < 0
}

func unescape(text string, escaped bool) string {
	if !escaped {
		return text
	}
	return unquote.Replace(text)
}

var unquote = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// wrapper returns the length of a mark such as [pgn] or [/code], which web
// pages put around games; 0 for none.
func wrapper(text string) int {
	const quote = "[quote="
	if len(text) > len(quote) && text[0] == '[' && strings.EqualFold(text[:len(quote)], quote) {
		return strings.IndexByte(text[:scan.LineEnd(text, 0)], ']') + 1
	}
	for _, mark := range []string{"[pgn]", "[/pgn]", "[code]", "[/code]", "[quote]", "[/quote]"} {
		if len(text) >= len(mark) && text[0] == '[' && strings.EqualFold(text[:len(mark)], mark) {
			return len(mark)
		}
	}
	return 0
}

// isFence reports whether a line or word is a fence around code in Markdown:
// three or more grave accents or tildes, and a language such as pgn.
func isFence(text string) bool {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return false
	}
	signs := len(text) - len(strings.TrimLeft(text, text[:1]))
	return signs >= 3 && strings.TrimFunc(text[signs:], unicode.IsLetter) == ""
}

// isMovetext reports whether a text has only numbers, moves and results.
func isMovetext(text string) bool {
	separates := func(r rune) bool { return strings.ContainsRune(";,|()", r) || scan.IsBlank(r) }
	for word := range strings.FieldsFuncSeq(text, separates) {
		if number, after := skipNumber(word, 0); number {
			word = word[after:]
		}
		if strings.Trim(word, "0123456789:#") != "" && !looksLikeSAN(word) && resultWord(word) == "" {
			return false
		}
	}
	return true
}

// startsGame matches the first move number of a game and the two words after
// it: 1. e4 e5, 1) e4 e5, 1 e4 e5.
var startsGame = scan.NewPattern(`(?:^|[\s|:(>"“„«「#*\x60])(?:0*1[.):][\s.*]*|\|?\s*1[\s,;|]+)([^\s,|;.]+)[\s,;|]+(?:1?\.{2,3}\s*)?([^\s,|;\x60]+)`)

// chineseStart matches the first two of several moves in Chinese in a line of
// prose.
var chineseStart = scan.NewPattern(`(?:^|[\s　：:])(` + chineseMove + `)[\s　]*` + chineseMove)

// gameStart returns the index in a line of prose of the first move number of a
// game; -1 for none. At least two moves follow it.
func gameStart(line []byte) int {
	if bytes.HasPrefix(line, []byte("'*")) { // a comment of a CSA file
		return -1
	}
	ascii := scan.IsASCII(string(line))
	if !ascii {
		if at := chineseStart.FindSubmatchIndex(line); at != nil {
			return at[2]
		}
	}
	if !ascii || bytes.Contains(line, []byte("P - ")) || bytes.Contains(line, []byte("Kt - ")) {
		if at := spacedStart.FindSubmatchIndex(line); at != nil {
			return at[2]
		}
	}
	for at := 0; at < len(line); {
		found := startsGame.FindSubmatchIndex(line[at:])
		if found == nil {
			return -1
		}
		first, second := string(line[at+found[2]:at+found[3]]), string(line[at+found[4]:at+found[5]])
		if isGameMove(first) && isGameMove(second) || isNumeric(first) && isNumeric(second) {
			return at + found[0] + bytes.IndexByte(line[at+found[0]:], '1')
		}
		at += found[2]
	}
	return -1
}

// isNumberedHeader reports whether a line is a header of a numbered move list:
// VariantName=csg-1.
func isNumberedHeader(line string) bool {
	key, _, ok := strings.Cut(line, "=")
	return ok && key != "" && strings.IndexFunc(key, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// isGameMove reports whether a word is a move and could not be another word or
// number.
func isGameMove(word string) bool {
	if strings.Trim(word, "0123456789") == "" {
		return false
	}
	return looksLikeSAN(word) || isListMove(word) || isDescriptive(word)
}

// startsFirstMove reports whether a line starts with the number 1 and a move.
func startsFirstMove(line string) bool {
	rest, ok := strings.CutPrefix(line, "1.")
	if !ok {
		rest, ok = strings.CutPrefix(line, "1)")
	}
	return ok && rest != "" && rest[0] != '.' && looksLikeSAN(pgnWordAt(rest, scan.SkipBlanks(rest, 0)))
}

// startsMovetext reports whether a line starts with a move, a result, or a
// number with dots that ends the line or comes before a bracket.
func startsMovetext(line string) bool {
	if startsMove(line) {
		return true
	}
	i := scan.SkipBlanks(line, 0)
	if record.ReadResult(line[i:scan.WordEnd(line, i)]) != "" {
		return true
	}
	if startsList(line) {
		return true
	}
	number, after := skipNumber(line, i)
	return number && (after == len(line) || line[after] == '{' || line[after] == '(')
}

// skipNumber skips a move number, its dots and the blanks after it. number
// reports whether there is a number with dots.
func skipNumber(line string, i int) (number bool, after int) {
	start := i
	_, digits := scan.LeadingNumber(line[i:])
	i += digits
	if digits > 0 && len(line) > i+1 && line[i+1] == '.' && strings.IndexByte("ABab", line[i]) >= 0 {
		i++ // two boards (BPGN)
	}
	after = scan.SkipBlanks(line, i)
	dots := 0
	for {
		switch rest := line[after:]; {
		case strings.HasPrefix(rest, "."):
			after = scan.SkipBlanks(line, after+1)
		case strings.HasPrefix(rest, "…"):
			after = scan.SkipBlanks(line, after+len("…"))
		case dots == 0 && after == i:
			return false, start // digits of a move
		default:
			return digits > 0 && dots > 0, after
		}
		dots++
	}
}

// skipListNumber skips a move number of a list, as in 1) e4, and the blanks
// after it. After # or a word, the rest of the line must be movetext.
func skipListNumber(line string, i int) (number bool, after int) {
	if !mayBeListNumber(line[i:]) {
		return false, i
	}
	written := listNumber.FindString(line[i:])
	after = scan.SkipBlanks(line, i+len(written))
	if written == "" || (written[0] == '#' || scan.IsASCIILetter(written[0])) && !isMovetext(line[after:]) {
		return false, i
	}
	return true, after
}

// isCommaList reports whether a line has at least three moves with commas or
// semicolons between them, and nothing else but move numbers and a result: e4,
// e5, Nf3.
func isCommaList(line string) bool {
	moves := 0
	for word := range strings.FieldsFuncSeq(strings.TrimRight(line, " .\t"),
		func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		if number, after := skipNumber(word, 0); number && after < len(word) {
			word = word[after:]
		}
		switch {
		case looksLikeSAN(word):
			moves++
		case record.ReadResult(word) == "" && strings.Trim(word, "0123456789.") != "":
			return false
		}
	}
	return moves >= 3
}

// startsMove reports whether a line starts with a move, with or without a
// number. Without one, other movetext must follow.
func startsMove(line string) bool {
	if startsList(line) {
		return true
	}
	start := scan.SkipBlanks(line, 0)
	for start < len(line) && line[start] == '(' {
		start = scan.SkipBlanks(line, start+1)
	}
	number, i := skipNumber(line, start)
	if listed, after := skipListNumber(line, start); listed {
		number, i = true, after
	}
	for i < len(line) && line[i] == '{' {
		n := strings.IndexByte(line[i:], '}')
		if n < 0 {
			return false
		}
		i = scan.SkipBlanks(line, i+n+1)
	}
	if number && spacedMove(line[i:]) > 0 {
		return true
	}
	word := pgnWordAt(line, i)
	if word == "" || !number && word[0] >= utf8.RuneSelf || !looksLikeSAN(word) {
		return false
	}
	if i > start {
		return true
	}
	i = scan.SkipBlanks(line, i+len(word))
	if strings.HasPrefix(line[i:], "/ ") {
		i = scan.SkipBlanks(line, i+1)
	}
	if i == len(line) || strings.IndexByte("{(;$*", line[i]) >= 0 {
		return true
	}
	if line[i] == ',' {
		return isCommaList(line[start:])
	}
	next := pgnWordAt(line, i)
	return looksLikeSAN(next) || record.ReadResult(next) != "" || next != "" && next[0]-'0' <= 9
}

// pgnWordAt returns the word at i, up to a blank or bracket.
func pgnWordAt(line string, i int) string {
	end := i + len(line[i:scan.WordEnd(line, i)])
	if n := strings.IndexAny(line[i:end], "{}();[]$,"+listStops); n >= 0 {
		end = i + n
	}
	for _, dots := range []string{"...", "…"} { // e4...e5
		if n := strings.Index(line[i:end], dots); n > 0 {
			end = i + n
		}
	}
	return line[i:end]
}

// isWXFMove reports whether a word has the form of a WXF move: C2.5, or +P=4
// and P+=4 if a file has several of the piece; or of a Vietnamese one: P2-5,
// Mt.4.
func isWXFMove(word string) bool {
	if len(word) < 4 || len(word) > 5 || word[len(word)-1]-'1' > 8 {
		return false
	}
	if len(word) == 5 || strings.IndexByte("+-.=", word[2]) < 0 {
		return vietnameseForm.MatchString(word)
	}
	letter, place := word[0], word[1]
	if strings.IndexByte("+-", letter) >= 0 {
		letter, place = place, letter
	}
	return strings.IndexByte("KAEBHNRCP", letter&^0x20) >= 0 &&
		(place-'1' <= 8 || strings.IndexByte("+-.", place) >= 0) || vietnameseForm.MatchString(word)
}

// isNumeric reports whether a word has the form of a move of correspondence
// chess: 5254 or 57581.
func isNumeric(word string) bool {
	return (len(word) == numericMove || len(word) == numericMove+1) && strings.Trim(word, "12345678") == ""
}

// looksLikeSAN reports whether a word has the form of a move in a PGN file. It
// may be algebraic with at most one piece letter, coordinates, a two-step move,
// a drop, a pocket move, castling, or a null move. It may also be a xiangqi
// move in letters, or in four Chinese or full-width characters.
func looksLikeSAN(word string) bool {
	word = strings.Replace(strings.TrimRight(word, "+#!?"), record.PocketSquare, "", 1)
	switch word {
	case "O-O", "O-O-O", "0-0", "0-0-0", "o-o", "o-o-o", "OO", "OOO", "--", "Z0":
		return true
	case "":
		return false
	}
	if word = scan.CyrillicAsLatin(scan.FigurinesAsLetters(scan.DashesAsHyphens(word))); word[0] >= utf8.RuneSelf {
		n := utf8.RuneCountInString(word)
		return n >= 4 && n <= 5 || isListMove(word)
	}
	if isWXFMove(word) || isListMove(word) || isNumeric(word) || isDescriptive(word) {
		return true
	}
	i := 0
	if word[i] == '+' && len(word) > 1 {
		i++
	}
	if word[i] >= 'A' && word[i] <= 'Z' {
		i++
	}
	squares := 0
	for i < len(word) {
		switch c := word[i]; {
		case c > 'l' && c <= 'z' && i+2 < len(word) && word[i+1]-'0' <= 9 && word[i+2] == '@': // drop from a bench cell
			i += 2
		case c >= 'a' && c <= 'p' && i+1 < len(word) && word[i+1]-'0' <= 9:
			squares++
			i += 2
		case c >= 'a' && c <= 'p', c-'0' <= 9, c >= 'A' && c <= 'Z', strings.IndexByte("x-:=@*/+", c) >= 0,
			strings.IndexByte("qrbn", c) >= 0:
			i++
		default:
			return false
		}
	}
	return squares >= 1 && squares <= 3 || squares == 0 && capitalForm.MatchString(word)
}

// capitalForm is the form of moves in capital letters: E4, NF3, EXD5, E2-E4.
var capitalForm = scan.NewPattern(
	`^(?:[KQRBN]?[A-H]?[1-8]?X?[A-H][1-8](?:=?[QRBN])?|[A-P](?:[0-9]|1[0-6])[-X:]?[A-P](?:[0-9]|1[0-6])[QRBN]?)$`)
