package numbered

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// ActionKind is the form of an Action.
type ActionKind uint8

// The forms of NL-6b and NL-7. Their patterns name the fields that they set.
const (
	ActionMove      ActionKind = iota + 1 // "Piece From - To"
	ActionCapture                         // "Piece From x To": moves to a square and captures on it
	ActionDrop                            // "Piece * To": from the hand
	ActionRemove                          // "x To": captures on another square
	ActionAppear                          // "Side Piece To": a piece appears
	ActionReceive                         // "Side Piece" or one word: a piece goes to a hand
	ActionChange                          // "= Piece" or "= Piece on To": changes type or owner
	ActionFlip                            // "flip To"
	ActionAttribute                       // "@ To Attribute Value"
	ActionPass                            // "Pass"
	ActionWall                            // "/ wall To": places a wall, or what Piece names
	ActionGate                            // "/ Piece on To": places a piece
)

// Action is one part of a ply. Names and squares are free words; the variant
// defines what they mean.
type Action struct {
	Kind ActionKind
	// At is the byte offset in the ply's text.
	At   int
	Side string
	// Piece is the piece's name. In an ActionChange it may be the name of a
	// side, or "" for another square of the previous change, as in "= Horse on
	// a1 b2". In an ActionReceive with only one word, Piece is that word.
	Piece string
	From  string
	// To is the square that is filled, emptied or changed. An ActionChange
	// without To changes the piece that just moved.
	To        string
	Attribute string
	Value     string
}

// IsMover reports whether the action can be a move by itself: a move, a
// capture, a drop or a pass.
func (a *Action) IsMover() bool {
	switch a.Kind {
	case ActionMove, ActionCapture, ActionDrop, ActionPass:
		return true
	}
	return false
}

func countMovers(actions []Action) int {
	n := 0
	for i := range actions {
		if actions[i].IsMover() {
			n++
		}
	}
	return n
}

// sign is a reserved word of the notation; 0 for other words.
type sign uint8

const (
	signMove sign = iota + 1
	signCapture
	signDrop
	signChange
	signAttribute
	signOn
	signFlip
	signSlash
)

func signOf(word string) sign {
	switch word {
	case "-", "–", "—", "−", "‐", "‑":
		return signMove
	case "x", "×":
		return signCapture
	case "*":
		return signDrop
	case "=":
		return signChange
	case "@":
		return signAttribute
	case "/":
		return signSlash
	case "on":
		return signOn
	case "flip":
		return signFlip
	}
	return 0
}

type token struct {
	start, end int
	sign       sign
}

// maxWords is the limit of words per ply. The longest plies of real records
// have about a hundred.
const maxWords = 1 << 14

// actionParser reads one ply's text; next is the next token to read. The tokens
// are an argument instead of a field, which keeps them on the stack. The text
// must be a field, because the actions refer to it.
type actionParser struct {
	text    string
	next    int
	actions []Action
}

// AppendActions reads a ply's text, without number and comments, as actions of
// NL-6b and NL-7 and appends them to dst. partial is the number of "partial N",
// 0 for none. After an error it returns the actions before it.
//
// Names are free words, so only their order decides. A sign takes as many words
// before it as it needs. The words before those are pieces that appear, three
// words each. Two words that remain after another action are a piece that goes
// to a hand. One word is another square of the previous change, or the piece
// that a capture puts into a hand.
func AppendActions(dst []Action, text string) (actions []Action, partial int, fault *record.Fault) {
	var stack [24]token
	ts := tokenize(stack[:0], text)
	p := actionParser{text: text, actions: dst}
	partial, fault = p.readPartial(ts)
	switch {
	case fault != nil:
		return dst, 0, fault
	case p.next == len(ts):
		return dst, partial, p.fault(ts, p.next, "no move")
	case len(ts) > maxWords:
		return dst, partial, p.fault(ts, maxWords, "more than "+strconv.Itoa(maxWords)+" words in one ply")
	}
	for p.next < len(ts) && fault == nil {
		fault = p.readAction(ts, len(p.actions) > len(dst))
	}
	return p.actions, partial, fault
}

// tokenize splits the text at its blanks. It stops after maxWords words.
func tokenize(tokens []token, text string) []token {
	for i := 0; i < len(text) && len(tokens) <= maxWords; {
		if text[i] == ' ' {
			i++
			continue
		}
		j := scan.WordEnd(text, i)
		if j == i {
			i = scan.SkipBlanks(text, i)
			continue
		}
		tokens = append(tokens, token{i, j, signOf(text[i:j])})
		i = j
	}
	return tokens
}

func (p *actionParser) word(ts []token, i int) string {
	t := ts[i]
	return p.text[t.start:t.end]
}

// areWords reports whether the n tokens from i are words and not signs.
func (p *actionParser) areWords(ts []token, i, n int) bool {
	return i+n <= len(ts) && !slices.ContainsFunc(ts[i:i+n], func(t token) bool { return t.sign != 0 })
}

// readPartial reads "partial N". A number with leading zeros or more than nine
// digits is an error.
func (p *actionParser) readPartial(ts []token) (int, *record.Fault) {
	if !p.areWords(ts, 0, 2) || p.word(ts, 0) != "partial" {
		return 0, nil
	}
	digits := p.word(ts, 1)
	n, after := scan.LeadingNumber(digits)
	if after < len(digits) {
		return 0, nil
	}
	if len(digits) > 9 || digits[0] == '0' {
		return 0, p.fault(ts, 1, "partial needs a number from 1 to 999999999")
	}
	p.next = 2
	return n, nil
}

// emit adds an action that consists of the next n tokens.
func (p *actionParser) emit(ts []token, a Action, n int) *record.Fault {
	a.At = int(ts[p.next].start)
	p.actions = append(p.actions, a)
	p.next += n
	return nil
}

// readAction reads the next action, or several actions up to the one of the
// next sign. follows means that the ply already has an action.
func (p *actionParser) readAction(ts []token, follows bool) *record.Fault {
	i := p.next
	switch ts[i].sign {
	case 0:
		return p.readWords(ts, follows)
	case signCapture:
		if p.areWords(ts, i+1, 1) {
			return p.emit(ts, Action{Kind: ActionRemove, To: p.word(ts, i+1)}, 2)
		}
		return p.fault(ts, i+1, "no square after x")
	case signChange:
		if !p.areWords(ts, i+1, 1) {
			return p.fault(ts, i+1, "no piece or side after =")
		}
		change := Action{Kind: ActionChange, Piece: p.word(ts, i+1)}
		if i+2 == len(ts) || ts[i+2].sign != signOn {
			return p.emit(ts, change, 2)
		}
		if !p.areWords(ts, i+3, 1) {
			return p.fault(ts, i+3, "no square after on")
		}
		change.To = p.word(ts, i+3)
		return p.emit(ts, change, 4)
	case signFlip:
		if p.areWords(ts, i+1, 1) {
			return p.emit(ts, Action{Kind: ActionFlip, To: p.word(ts, i+1)}, 2)
		}
		return p.fault(ts, i+1, "no square after flip")
	case signSlash:
		if p.areWords(ts, i+1, 1) && i+2 < len(ts) && ts[i+2].sign == signOn && p.areWords(ts, i+3, 1) {
			return p.emit(ts, Action{Kind: ActionGate, Piece: p.word(ts, i+1), To: p.word(ts, i+3)}, 4)
		}
		if p.areWords(ts, i+1, 2) {
			return p.emit(ts, Action{Kind: ActionWall, Piece: p.word(ts, i+1), To: p.word(ts, i+2)}, 3)
		}
		return p.fault(ts, i, "/ needs a word and a square")
	case signAttribute:
		if p.areWords(ts, i+1, 3) {
			return p.emit(ts, Action{Kind: ActionAttribute, To: p.word(ts, i+1), Attribute: p.word(ts, i+2),
				Value: p.word(ts, i+3)}, 4)
		}
		return p.fault(ts, i, "@ needs a square, an attribute and a value")
	}
	return p.fault(ts, i, "unexpected "+p.word(ts, i))
}

// readWords reads words up to the next sign. It also reads the sign if the sign
// belongs to words before it.
func (p *actionParser) readWords(ts []token, follows bool) *record.Fault {
	first := p.next
	end := first
	for end < len(ts) && ts[end].sign == 0 {
		end++
	}
	n := end - first
	taken := 0
	var kind ActionKind
	if end < len(ts) {
		switch ts[end].sign {
		case signMove:
			taken, kind = 2, ActionMove
		case signDrop:
			taken, kind = 1, ActionDrop
		case signCapture:
			if n%3 != 0 && n > 1 {
				taken, kind = 2, ActionCapture
			}
		}
	}
	if n < taken {
		return p.fault(ts, first, "expected a piece and its square before "+p.word(ts, end))
	}
	if fault := p.readAppearing(ts, end-taken, follows); fault != nil || taken == 0 {
		return fault
	}
	if !p.areWords(ts, end+1, 1) {
		return p.fault(ts, end+1, "no square after "+p.word(ts, end))
	}
	move := Action{Kind: kind, Piece: p.word(ts, end-taken), To: p.word(ts, end+1)}
	if taken == 2 {
		move.From = p.word(ts, end-1)
	}
	return p.emit(ts, move, taken+2)
}

// readAppearing reads the words up to token end that do not belong to a sign.
func (p *actionParser) readAppearing(ts []token, end int, follows bool) *record.Fault {
	if (end-p.next)%3 == 1 {
		switch {
		case p.word(ts, p.next) == "Pass":
			p.emit(ts, Action{Kind: ActionPass}, 1)
		case follows && p.changed():
			p.emit(ts, Action{Kind: ActionChange, To: p.word(ts, p.next)}, 1)
		case follows && end-p.next == 1 && p.last().Kind == ActionCapture:
			p.emit(ts, Action{Kind: ActionReceive, Piece: p.word(ts, p.next)}, 1)
		default:
			return p.fault(ts, p.next,
				fmt.Sprintf("cannot read %q here; expected - (move), x (capture) or * (drop)",
					record.Clip(p.rest(ts, p.next))))
		}
		follows = true
	}
	for end-p.next >= 3 {
		i := p.next
		p.emit(ts, Action{Kind: ActionAppear, Side: p.word(ts, i), Piece: p.word(ts, i+1), To: p.word(ts, i+2)}, 3)
		follows = true
	}
	if end-p.next < 2 {
		return nil
	}
	if !follows {
		return p.fault(ts, p.next, "expected - or x after a piece and its square")
	}
	return p.emit(ts, Action{Kind: ActionReceive, Side: p.word(ts, p.next), Piece: p.word(ts, p.next+1)}, 2)
}

func (p *actionParser) last() *Action { return &p.actions[len(p.actions)-1] }

// changed reports whether the last action is a change of a named square.
func (p *actionParser) changed() bool {
	last := p.last()
	return last.Kind == ActionChange && last.To != ""
}

// rest returns token i; the whole text if there is no such token.
func (p *actionParser) rest(ts []token, i int) string {
	if i < len(ts) {
		return p.word(ts, i)
	}
	return strings.TrimSpace(p.text)
}

func (p *actionParser) fault(ts []token, i int, message string) *record.Fault {
	at := len(strings.TrimRightFunc(p.text, scan.IsBlank))
	text := p.text
	if i < len(ts) {
		at, text = int(ts[i].start), p.word(ts, i)
	}
	return &record.Fault{
		Place:   scan.Place{Line: 1, Column: utf8.RuneCountInString(p.text[:at]) + 1, Offset: int64(at)},
		Rule:    "NL-6b",
		Message: message,
		Text:    text,
	}
}
