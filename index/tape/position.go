package tape

import "assay/analysis/rules"

// Arranged returns a position with the current board and nothing else (see
// [rules.Position.Arrange]), valid until the next ply.
func (p *Player) Arranged() *rules.Position {
	if p.arranged == nil {
		p.arranged = p.rules.Start()
		p.arrangedFor = -1
	}
	if p.arrangedFor != p.steps {
		p.arranged.Arrange((*[rules.MaxSquares]rules.Piece)(p.Board[:rules.MaxSquares]), &p.On)
		p.arrangedFor = p.steps
	}
	return p.arranged
}

// Follow sets the moves of each line of the loaded tape, from the start of the
// game, so that Position can return complete positions. Loading another tape
// clears them.
func (p *Player) Follow(start *rules.Position, lines [][]rules.Move) {
	p.from, p.moves, p.replayed = start, lines, nil
}

// Position returns the complete current position, replayed by the rules on
// demand, after Follow. It is valid until the next ply. Callers may play moves
// on it only if they undo them.
func (p *Player) Position() *rules.Position {
	if p.replayed == nil || p.replayedLine != p.line || p.replayedPly > p.Ply {
		if p.memory == nil {
			p.memory = new(rules.Position)
		}
		p.replayed = p.from.CopyTo(p.memory)
		p.replayedLine, p.replayedPly = p.line, 0
	}
	for ; p.replayedPly < p.Ply; p.replayedPly++ {
		p.replayed.Play(p.moves[p.line][p.replayedPly])
	}
	return p.replayed
}
