package external

import (
	"slices"

	"assay/analysis/engine"
	"assay/analysis/rules"
)

// search collects the output of one search.
type search struct {
	engine   *Engine
	position *rules.Position
	report   func(engine.Line)
	lines    map[int]engine.Line // the last exact line by multipv number
	bounds   map[int]engine.Line // the last line or bound by multipv number
	nodes    uint64
	result   engine.Result
	illegal  error  // the first illegal move
	step     string // the steps of a move before its last
}

// hear handles a line; it is done at bestmove.
func (s *search) hear(words []string) (done bool, err error) {
	if s.engine.dialect.xboard() {
		return s.hearXBoard(words)
	}
	switch words[0] {
	case "info":
		s.hearInfo(words[1:])
	case "bestmove":
		if len(words) < 2 {
			return true, s.engine.fault(errGarbled, "%s", clip(words[0]))
		}
		return true, s.buildResult(words[1])
	case "nobestmove", "checkmate":
		return true, s.buildResult("(none)")
	}
	return false, nil
}

func (s *search) hearInfo(words []string) {
	in, ok := readInfo(words)
	s.nodes = max(s.nodes, in.Nodes)
	if !ok || s.illegal != nil {
		return
	}
	line := in.Line
	if line.Moves = s.engine.dialect.moves(s.position, in.pv); len(line.Moves) == 0 {
		s.illegal = s.notLegal(in.pv[0])
		return
	}
	if line.Depth < 1 {
		line.Depth = 1
	}
	switch {
	case !in.mate:
		line.CP = in.score
	case in.score == 0:
		return // mate 0 contradicts the best move
	default:
		line.Mate = s.engine.dialect.plies(in.score)
	}
	if s.lines == nil {
		s.lines, s.bounds = map[int]engine.Line{}, map[int]engine.Line{}
	}
	s.bounds[line.MultiPV] = line
	if in.bound {
		return
	}
	s.lines[line.MultiPV] = line
	if s.report != nil {
		s.report(line)
	}
}

func (s *search) notLegal(move string) error {
	return s.engine.fault(errIllegal, "%s", clip(move))
}

// buildResult builds the result from the best move and the lines before it.
func (s *search) buildResult(word string) error {
	s.result = engine.Result{Nodes: s.nodes}
	best, ok := s.engine.dialect.move(s.position, word)
	switch {
	case s.illegal != nil:
		return s.illegal
	case !ok && (word == "resign" || word == "win"):
		return nil
	case !ok:
		return s.notLegal(word)
	}
	for n := 1; n <= maxLines; n++ {
		line, known := s.lines[n]
		if !known {
			line, known = s.bounds[n]
		}
		if !known {
			break
		}
		s.result.Lines = append(s.result.Lines, line)
	}
	at := slices.IndexFunc(s.result.Lines, func(l engine.Line) bool { return l.Moves[0] == best })
	switch {
	case at > 0:
		line := s.result.Lines[at]
		s.result.Lines = slices.Insert(slices.Delete(s.result.Lines, at, at+1), 0, line)
	case at < 0: // the engine changed its mind after its last line
		line := engine.Line{Moves: []rules.Move{best}, Nodes: s.nodes}
		if len(s.result.Lines) > 0 {
			last := s.result.Lines[0]
			line.Depth, line.CP, line.Mate = last.Depth, last.CP, last.Mate
			s.result.Lines = s.result.Lines[1:]
		}
		s.result.Lines = slices.Insert(s.result.Lines, 0, line)
	}
	for i := range s.result.Lines {
		s.result.Lines[i].MultiPV = i + 1
	}
	return nil
}
