package shogi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// JKF is the JSON format of Kifu for JS. The text of a ply is its "move" object
// without blanks.
const JKF record.Format = "jkf"

// ruleJKF is the rule ID of errors in JKF.
const ruleJKF = "JKF"

// detectJKF reports whether a text starts with an object that has only the
// members of a record, up to its moves.
func detectJKF(prefix []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(prefix, []byte(string(scan.ByteOrderMark))), " \t\r\n")
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	in := json.NewDecoder(bytes.NewReader(text))
	if _, err := in.Token(); err != nil {
		return false
	}
	for in.More() {
		key, err := in.Token()
		if err != nil {
			return false
		}
		switch key {
		case "moves":
			open, err := in.Token()
			return err == nil && open == json.Delim('[')
		case "header", "initial":
			var value map[string]json.RawMessage
			if err := in.Decode(&value); err != nil {
				return key == "header" && errors.Is(err, io.ErrUnexpectedEOF)
			}
		default:
			return false
		}
	}
	return false
}

var openJKF = source.Objects(readJKF)

// jkfText reads one JKF record token by token. It has its own stack, so
// variations may be nested to any depth.
type jkfText struct {
	scan.Lines
	in     *json.Decoder
	base   int // offset of the decoder's input in the text
	record *record.Record
	meter  *source.Meter
	nodes  []jkfNode
	times  lineStack // allocates times
	totals []time.Duration
}

// jkfNode is an open array of moves, move, or array of variations.
type jkfNode struct {
	kind       jkfKind
	first      int         // moves: number of the first ply; 0 in the main line, which has an opening node
	plies      record.Line // moves
	time       jkfTimes
	hasTime    bool
	ply        record.Ply    // move
	special    string        // move
	hasMove    bool          // move: it has a "move" member
	variations []record.Line // move: its variations
}

type jkfKind uint8

const (
	jkfMoves jkfKind = iota
	jkfMove
	jkfForks
)

type jkfTimes struct {
	Now, Total *jkfTime
}

// jkfTime is a time. The hours may be missing.
type jkfTime struct {
	H int `json:"h,omitempty"`
	M int `json:"m"`
	S int `json:"s"`
}

func (t *jkfTime) duration() (time.Duration, bool) {
	const limit = 1 << 20
	if t == nil || t.H < 0 || t.M < 0 || t.S < 0 || t.H > limit || t.M > limit || t.S > limit {
		return 0, false
	}
	return time.Duration(t.H)*time.Hour + time.Duration(t.M)*time.Minute + time.Duration(t.S)*time.Second, true
}

type jkfInitial struct {
	Preset string       `json:"preset"`
	Data   *jkfPosition `json:"data,omitempty"`
}

type jkfPosition struct {
	Color int              `json:"color"`
	Board [][]jkfSquare    `json:"board"`
	Hands []map[string]int `json:"hands"`
}

type jkfSquare struct {
	Color *int   `json:"color,omitempty"`
	Kind  string `json:"kind,omitempty"`
}

// readJKF reads the record in text.
func readJKF(text string, place scan.Place, m *source.Meter) *record.Record {
	t := &jkfText{meter: m, Lines: scan.NewLines(text, place), record: &record.Record{Format: JKF}}
	t.Advance()
	t.base = len(text) - len(strings.TrimPrefix(text, string(scan.ByteOrderMark)))
	t.in = json.NewDecoder(strings.NewReader(text[t.base:]))
	t.record.Place = t.PlaceAt(scan.SkipBlanks(text, 0))
	if err := t.read(); err != nil {
		t.fault(err)
	}
	b, ok := parseShogi(t.record.Start)
	inferResult(t.record, ok && b.second)
	return t.record
}

// jkfError is an error in the structure of a record.
type jkfError struct {
	message string
	size    int // bytes of the wrong start, which was read last; 0 for other errors
}

func (e *jkfError) Error() string { return e.message }

func (t *jkfText) fault(err error) {
	if t.record.Fault != nil {
		return
	}
	at := t.base + int(t.in.InputOffset())
	message := err.Error()
	var syntax *json.SyntaxError
	var form *jkfError
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		at, message = len(t.Text), "the object is not closed"
	case errors.As(err, &syntax):
		at = t.base + source.SyntaxOffset(t.Text[t.base:])
	case errors.As(err, &form):
		at -= form.size
	}
	at = max(t.Start, min(at, len(t.Text)))
	place := t.PlaceAt(at)
	t.record.Fault = &record.Fault{
		Place: place, Rule: ruleJKF, Message: message, Text: scan.Trim(t.Text[min(at, t.End):t.End]),
		Start: form != nil && form.size > 0,
	}
}

func (t *jkfText) warn(message, text string) {
	place := t.PlaceAt(t.base + int(t.in.InputOffset()))
	t.record.Warnings = append(t.record.Warnings,
		record.Fault{Place: place, Rule: ruleJKF, Message: message, Text: text})
}

func (t *jkfText) expect(d json.Delim) error {
	token, err := t.in.Token()
	if err != nil {
		return err
	}
	if token != d {
		return &jkfError{message: fmt.Sprintf("expected %v, found %v", d, token)}
	}
	return nil
}

func (t *jkfText) key() (string, error) {
	token, err := t.in.Token()
	if err != nil {
		return "", err
	}
	key, _ := token.(string)
	return key, nil
}

func (t *jkfText) read() error {
	if err := t.expect('{'); err != nil {
		return err
	}
	for t.in.More() {
		key, err := t.key()
		if err != nil {
			return err
		}
		switch key {
		case "header":
			err = t.readHeader()
		case "initial":
			err = t.readInitial()
		case "moves":
			err = t.readMoves()
		default:
			err = t.skipMember(key)
		}
		if err != nil {
			return err
		}
	}
	if err := t.expect('}'); err != nil {
		return err
	}
	if _, err := t.in.Token(); err != io.EOF {
		return &jkfError{message: "text after the object"}
	}
	return nil
}

// skipMember reads an unknown member and warns about it.
func (t *jkfText) skipMember(key string) error {
	var value json.RawMessage
	if err := t.in.Decode(&value); err != nil {
		return err
	}
	t.warn("an unknown member is not kept", key+": "+string(value))
	return nil
}

func (t *jkfText) readHeader() error {
	if err := t.expect('{'); err != nil {
		return err
	}
	for t.in.More() {
		key, err := t.key()
		if err != nil {
			return err
		}
		place := t.PlaceAt(t.base + int(t.in.InputOffset()) - 1)
		var value string
		if err := t.in.Decode(&value); err != nil {
			return err
		}
		t.record.Tags = append(t.record.Tags, record.Tag{Key: key, Value: value, Place: place})
	}
	return t.expect('}')
}

func (t *jkfText) readInitial() error {
	var raw json.RawMessage
	if err := t.in.Decode(&raw); err != nil {
		return err
	}
	t.record.StartPlace = t.PlaceAt(t.base + int(t.in.InputOffset()) - len(raw))
	var initial *jkfInitial
	if err := json.Unmarshal(raw, &initial); err != nil {
		return &jkfError{err.Error(), len(raw)}
	}
	if initial == nil {
		return nil
	}
	start, ok := presetStart(initial.Preset)
	switch {
	case initial.Data != nil:
		start, ok = initial.Data.start()
		if !ok {
			return &jkfError{"not a shogi position", len(raw)}
		}
	case !ok:
		return &jkfError{fmt.Sprintf("unknown start %q", initial.Preset), len(raw)}
	}
	t.record.Start = start
	return nil
}

// start returns the position as the text of Record.Start.
func (p *jkfPosition) start() (string, bool) {
	n := len(p.Board)
	b := &shogiBoard{files: n, ranks: n, number: 1, second: p.Color == 1}
	if n != 9 && n != 5 || p.Color != 0 && p.Color != 1 || len(p.Hands) > 2 {
		return "", false
	}
	for file, column := range p.Board {
		if len(column) > n {
			return "", false
		}
		for rank, square := range column {
			if square.Kind == "" {
				continue
			}
			piece := pieceByCSA(square.Kind)
			if piece == 0 {
				return "", false
			}
			if square.Color != nil && *square.Color == 1 {
				piece = -piece
			}
			b.squares[file][rank] = piece
		}
	}
	for side, hand := range p.Hands {
		for code, count := range hand {
			piece := pieceByCSA(code)
			if count == 0 {
				continue
			}
			if piece == 0 || piece > shogiHandKinds || count < 0 || count > maxInHand {
				return "", false
			}
			b.hands[side][piece-1] = count
		}
	}
	return b.start(), true
}
