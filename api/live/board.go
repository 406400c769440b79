package live

import (
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/present"
	"assay/parser"
)

// board is a followed game.
type board struct {
	number int
	source string
	key    string // within the source

	variant, first, second, event, round string

	start   string       // position at ply 0
	moves   []rules.Move // accepted plies
	fault   string       // message of the error that was reported
	result  string       // as reported; * while the game is played
	text    []byte       // of the record as accepted
	pending string       // a version that is accepted if it is seen again
	game    int64        // in the archive; 0 until then
	saved   []byte       // the record that was archived
	failure string       // why it cannot be archived; tried again
	tries   int          // without success
	absent  bool         // not in the last version of its source

	position string // after the accepted plies (FEN)
	move     string // the last ply
	changed  int64  // number of its last event
}

// withdrawn reports whether a game was not played and is no longer in its
// source.
func (b *board) withdrawn() bool { return b.absent && len(b.moves) == 0 && !decided(b.result) }

// version is one version of a game's record.
type version struct {
	*present.Replay
	record *parser.Record
	key    string
	board  *board // set while a snapshot is read
}

// keyTags are headers that identify a game by themselves.
var keyTags = []string{"GameId", "GameID", "GameURL", "ChapterURL", "Link", "LichessId"}

// hasID reports whether a key is one of keyTags, not made of names.
func hasID(key string) bool { return !strings.Contains(key, "\x1f") }

// keyOf returns what identifies a game within its source.
func keyOf(rec *parser.Record, r *rules.Rules) string {
	tags := map[string]string{}
	for _, t := range rec.Tags {
		tags[t.Key] = t.Value
	}
	for _, name := range keyTags {
		if tags[name] != "" {
			return tags[name]
		}
	}
	return strings.Join([]string{tags["Event"], tags["Round"], tags["Board"], tags["Table"],
		analysis.Player(rec, r, rules.First), analysis.Player(rec, r, rules.Second)}, "\x1f")
}

// headless reports whether a record may have been cut off in its headers.
func (v *version) headless() bool {
	return len(v.Game.Moves) == 0 && (analysis.Player(v.record, v.Game.Rules, rules.First) == "" ||
		analysis.Player(v.record, v.Game.Rules, rules.Second) == "")
}

// decided reports whether a result ends a game.
func decided(result string) bool { return result != "" && result != "*" }

// describe sets the headers, and reports whether they changed.
func (b *board) describe(v *version) bool {
	was := [5]string{b.variant, b.first, b.second, b.event, b.round}
	report, rec := v.Report(), v.record
	b.variant = report.Variant
	b.first, b.second = analysis.Player(rec, v.Game.Rules, rules.First),
		analysis.Player(rec, v.Game.Rules, rules.Second)
	b.event = parser.Event(rec)
	b.round, _ = rec.Tag("Round")
	return was != [5]string{b.variant, b.first, b.second, b.event, b.round}
}

// newEvent returns an event of the board.
func (b *board) newEvent(kind Kind) *Event {
	return &Event{Kind: kind, Source: b.source, Board: b.number, Variant: b.variant, First: b.first, Second: b.second,
		Event: b.event, Round: b.round, Ply: len(b.moves)}
}

// shared returns how many plies two lines begin with alike.
func shared(x, y []rules.Move) int {
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// take compares a version of the record with the accepted one, and returns the
// events of the difference. New plies are accepted at once. Everything that
// looks the same when a text was cut off, which is fewer or other plies, an
// error, another start or a result, is accepted if final is set or if the same
// version is seen again.
func (b *board) take(v *version, final bool) (events []*Event) {
	report, text := v.Report(), string(v.record.Bytes)
	final = final || b.pending == text
	isNew := b.text == nil
	start := report.Start
	common := shared(b.moves, v.Game.Moves)
	grows := start == b.start && common == len(b.moves)
	fault, result := "", report.Result
	if report.Error != nil {
		fault = report.Error.Message
	}
	if isNew {
		b.start, b.result, grows = start, "*", true
		b.describe(v)
		e := b.newEvent(Begun)
		e.Position = start
		events = append(events, e)
	}
	if !grows && !final {
		b.pending = text
		return events
	}
	if !isNew && (b.describe(v) || !grows) {
		e := b.newEvent(Corrected)
		if start != b.start {
			common = 0
		}
		e.TakenBack, e.Ply = len(b.moves)-common, common
		b.start, b.moves = start, b.moves[:common]
		if p, err := v.Position(common); err == nil {
			e.Position = p.Text()
		}
		events = append(events, e)
	}
	events = append(events, b.play(v)...)
	b.text = v.record.Bytes
	open := fault != b.fault || result != b.result
	if open && !final {
		b.pending = text
		return events
	}
	b.pending = ""
	switch {
	case fault != "" && fault != b.fault:
		e := b.newEvent(Illegal)
		e.Error = report.Error
		events = append(events, e)
	case fault == "" && b.fault != "":
		events = append(events, b.newEvent(Resolved))
	}
	b.fault = fault
	if result != b.result {
		if b.result = result; decided(result) {
			e := b.newEvent(Ended)
			e.Result = result
			if report.Termination != nil {
				e.Termination = *report.Termination
			}
			events = append(events, e)
		}
	}
	return events
}

// play plays the plies of a version after the accepted ones.
func (b *board) play(v *version) (events []*Event) {
	if len(b.moves) == len(v.Game.Moves) {
		return nil
	}
	p, err := v.Position(len(b.moves))
	if err != nil {
		return nil
	}
	for _, m := range v.Game.Moves[len(b.moves):] {
		move := notation.Numbered{}.Format(p, m)
		p.Play(m)
		b.moves = append(slices.Clip(b.moves), m)
		e := b.newEvent(Played)
		e.Move, e.Position = move, p.Text()
		events = append(events, e)
	}
	return events
}

// due reports whether the record has to be archived: the game has ended, no
// version of it waits to be seen again, and it is not archived yet as it is.
func (b *board) due() bool {
	return decided(b.result) && b.pending == "" && string(b.saved) != string(b.text)
}
