package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser/scan"
)

// UnknownClosing is the warning about words after the last move that are not
// understood.
const UnknownClosing = "text after the last move is kept but not read"

// CutBothLose interprets a final "0-0" as the result that both players lose. It
// does so if the tag Result says so, or if castling is impossible because
// nothing was played.
func (r *Record) CutBothLose() {
	n := len(r.Moves)
	if n == 0 || r.Fault != nil || r.Result != "" || scan.DashesAsHyphens(r.Moves[n-1].Text) != BothLose {
		return
	}
	if tag, _ := r.Tag("Result"); ReadResult(tag) == BothLose || n == 1 && r.Start == "" {
		r.cutMoves(n - 1)
		r.Result = BothLose
	}
}

// CutClosing removes words after the last move from the moves. It returns the
// ending that they state. If they are not understood, it returns the first of
// them, and they become the record's trailing text.
func (r *Record) CutClosing() (ending string, unknown Ply) {
	n := len(r.Moves)
	if r.Fault != nil || n == 0 {
		return "", unknown
	}
	if last := r.Moves[n-1].Text; !IsClosingWord(last) {
		if scan.IsASCII(last) && !strings.Contains(last, ":") {
			return r.cutGlued(), unknown
		}
		c, known := ReadClosing(last)
		if !known || c.Result == "" {
			return r.cutGlued(), unknown
		}
		if r.cutMoves(n - 1); r.Result == "" {
			r.Result = c.Result
		}
		return c.Ending, unknown
	}
	var (
		c     Closing
		ok    bool
		first = n
		said  string
	)
	prose := true // only words so far
	for i, text := n-1, ""; i >= max(0, n-maxClosingWords) && len(r.Moves[i].Notes().Variations) == 0; i-- {
		text = strings.TrimSuffix(r.Moves[i].Text+" "+text, " ")
		if !strings.ContainsFunc(r.Moves[i].Text, unicode.IsLetter) {
			break
		}
		if read, known := ReadClosing(text); known {
			c, ok, first, said = read, true, i, text
		}
		if prose = prose && IsClosingWord(r.Moves[i].Text); prose && !ok && i > 0 {
			first, said = i, text
		}
	}
	if first == n {
		return "", unknown
	}
	unknown = r.Moves[first]
	r.cutMoves(first)
	if !ok {
		unknown.Text = said
		r.Trailing = strings.TrimSpace(said + "\n" + r.Trailing)
		return "", unknown
	}
	if r.Result == "" {
		r.Result = c.Result
	}
	return c.Ending, Ply{}
}

// cutGlued removes a closing from the end of a last move in Chinese or
// Japanese, which are written without blanks: 车9平8红胜.
func (r *Record) cutGlued() (ending string) {
	const most = 8 // characters of a closing
	ply := &r.Moves[len(r.Moves)-1]
	runes := []rune(ply.Text)
	for at := max(3, len(runes)-most); at < len(runes)-1; at++ {
		if !unicode.In(runes[at], joinless...) {
			continue
		}
		if c, ok := ReadClosing(string(runes[at:])); ok {
			ply.Text = string(runes[:at])
			if r.Result == "" {
				r.Result = c.Result
			}
			return c.Ending
		}
	}
	return ""
}

// maxClosingWords is the number of words after the last move that are accepted
// as prose although they are not understood.
const maxClosingWords = 12

// cutMoves keeps the first plies. The comments of the others move to the last
// ply that is kept, or before the moves.
func (r *Record) cutMoves(left int) {
	var comments []Comment
	for i := range r.Moves[left:] {
		notes := r.Moves[left+i].Notes()
		comments = append(append(comments, notes.Before...), notes.Comments...)
	}
	if r.Moves = r.Moves[:left]; left > 0 {
		r.Moves[left-1].AppendComments(comments)
		return
	}
	r.Moves = nil
	r.Comments = append(r.Comments, comments...)
}

// TakeEnding sets the ending that closing words name. Without a stated result,
// the ending and the side to move determine it.
func (r *Record) TakeEnding(ending string, second bool) {
	if ending == "" {
		return
	}
	if _, stated := r.Tag("Termination"); !stated {
		r.Ending = ending
	}
	if e, ok := EndingNamed(ending); ok && (r.Result == "" || r.Result == "*") {
		if claims := e.Claims(second); claims != "*" {
			r.Result, r.Inferred = claims, true
		}
	}
}

// SpelledPasses are the words for a pass in the scripts of eastern games.
var SpelledPasses = words(`한수쉼 수쉼 쉼 한수쉬기 한수쉬 패스 通 停着 停一着 空着 虚着 パス`)

// descriptiveCapture matches a capture in descriptive notation: KtxP.
var descriptiveCapture = scan.NewPattern(`^[A-Z][A-Zt]{0,3}x[A-Z]`)

// IsClosingWord reports whether a word among the moves looks like prose and not
// like a move, complete or cut short.
func IsClosingWord(word string) bool {
	word = trimClosing(word)
	letters := 0
	for _, c := range word {
		switch {
		case unicode.IsLetter(c):
			letters++
		case unicode.IsMark(c), c == '\'', c == '’', scan.IsBlank(c):
		default:
			return false
		}
	}
	switch {
	case letters < 2, word == "ep", word == "OO", word == "OOO", strings.EqualFold(word, "pass"),
		strings.EqualFold(word, "null"), SpelledPasses[word]:
		return false
	case strings.EqualFold(word, "gg"): // good game
		return true
	case strings.HasPrefix(word, "Castles"), descriptiveCapture.MatchString(word):
		return false
	case strings.HasPrefix(word, "同") && strings.ContainsAny(word, "歩香桂銀金角飛王玉と杏圭全馬龍竜"):
		return false
	case strings.ContainsAny(word, "进進退平"):
		return utf8.RuneCountInString(word) > 5
	case letters < len(word): // non-ASCII letters
		return true
	}
	// A piece and a file, a capture by a pawn: exd, Nxe.
	first := word[0]
	if first >= 'A' && first <= 'Z' || first == 'x' {
		first = 'a'
	}
	short := len(word) <= 4 && first <= 'p' && strings.Trim(word[1:], "abcdefghijklmnopx") == ""
	return !(short && (len(word) == 2 || strings.Contains(word, "x") || word[0] < 'a')) ||
		IsEnding(strings.ToLower(word))
}
