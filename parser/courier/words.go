package courier

import (
	"strings"

	"assay/parser/numbered"
	"assay/parser/record"
	"assay/parser/scan"
)

// courierKeys are the keys that may be written "Key: value", in lower case,
// with the key of the record's tag. Other keys must be written Key=value,
// because prose and comments have colons too.
var courierKeys = map[string]string{
	"game": "VariantName", "variantname": "VariantName", "variant": "Variant",
	"options": "Options", "setup": "Setup", "result": "Result", "players": "Players",
	"white": "White", "black": "Black", "red": "Red", "cyan": "Cyan", "first": "First", "second": "Second",
	"event": "Event", "site": "Site", "date": "Date", "round": "Round",
	"termination": "Termination", "ending": "Ending", "log": "Log",
}

// courierHeader reads a header line: Key=value as in numbered lists (NL-8), or
// "Key: value" with a usual key. The key Game of a log becomes VariantName.
func courierHeader(line string) (record.Tag, bool) {
	line = scan.Trim(line)
	if key, value, found := strings.Cut(line, ":"); found {
		if canonical, ok := courierKeys[strings.ToLower(scan.Trim(key))]; ok && scan.Trim(value) != "" {
			return record.Tag{Key: canonical, Value: scan.Trim(value)}, true
		}
	}
	tag, ok := numbered.HeaderLine(line)
	if ok && strings.EqualFold(tag.Key, "Game") {
		tag.Key = "VariantName"
	}
	return tag, ok && !strings.EqualFold(tag.Key, numbered.ZillionsKey)
}

// headerInComment reads a header in a comment: "// Game: Chess".
func headerInComment(line string) (record.Tag, bool) {
	line = scan.Trim(line)
	if !strings.HasPrefix(line, "//") || !strings.Contains(line, ":") {
		return record.Tag{}, false
	}
	tag, ok := courierHeader(line[2:])
	_, usual := courierKeys[strings.ToLower(tag.Key)]
	return tag, ok && usual
}

// courierStart returns which starting header a line is, such as VariantName=; 0
// for other lines.
func courierStart(line string) numbered.Start {
	if i := scan.SkipBlanks(line, 0); i == len(line) || strings.IndexByte("VvGg", line[i]) < 0 {
		return 0
	}
	tag, ok := courierHeader(line)
	if !ok {
		return 0
	}
	return numbered.StartOfKey(tag.Key)
}

// statementWords are the first words of statements of Game Courier's language,
// which logs have among the moves. They are never read as labels of pieces.
var statementWords = wordSet(`
	add allow alias anyof askpromote break capture case change checkleap checkride clear cmd comment continue copy
	dec def default define delete deny die do drop dump echo else elseif elsif empty end endfor endif endsub endswitch
	eval exit extend fall flag flip for foreach function gosub goto hide if ignore inc include kibitz label let link
	list local log loop lose mirror move my next nodraw nomove option or own pop preserve print printl push put remove
	repeat replace reset restore return rotate save say select set setflag setlegal setlegals setsystem shift show
	sort static stop store sub switch swap unless unset unsetflag until var verify wend while winner with`)

// endingWords are the words for the end of a game in a log.
var endingWords = wordSet("resign resigns resigned drawn draw won lost checkmate checkmated stalemate stalemated")

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// courierWord returns the word at i in lower case; "" if the letters there are
// only part of a word.
func courierWord(text string, i int) string {
	j := i
	for j < len(text) && scan.IsASCIILetter(text[j]) {
		j++
	}
	if j < len(text) && !endsPart(text, j) && strings.IndexByte(":,.!?()", text[j]) < 0 {
		return ""
	}
	return strings.ToLower(text[i:j])
}

// looksLikeMove reports whether text that cannot be read seems to be a move:
// one of its first two words has a square next to a move sign. Such text is an
// error and not a statement.
func looksLikeMove(text string) bool {
	const longest = 32 // bytes of the longest move
	words := 0
	for word := range strings.FieldsFuncSeq(text, scan.IsBlank) {
		word = word[:min(len(word), longest)]
		for i := range len(word) {
			if strings.IndexByte("-*x@", word[i]) >= 0 &&
				(endsInSquare(word[:i]) || courierSquareEnd(word, i+1) > i+1) {
				return true
			}
		}
		if words++; words == 2 {
			break
		}
	}
	return false
}

func endsInSquare(text string) bool {
	i := len(text)
	for i > 0 && text[i-1]-'0' <= 9 {
		i--
	}
	return i < len(text) && i > 0 && text[i-1]-'a' < 26
}

// resultAt returns the result at i and the position after it.
func resultAt(text string, i int) (result string, next int) {
	next = scan.WordEnd(text, i)
	for _, end := range []string{";", ",", "."} {
		if n := strings.Index(text[i:next], end); n > 0 && record.ReadResult(text[i:next]) == "" {
			next = i + n
		}
	}
	if result = record.ReadResult(text[i:next]); result != "" && endsPart(text, next) {
		return result, next
	}
	return "", i
}
