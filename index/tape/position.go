package tape

import "assay/analysis/rules"

// Arranged is a position with the board where the player stands, and nothing
// else of it: see [rules.Position.Arrange]. It is good until the next ply.
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

// Follow gives the player the moves of each line of the tape that was loaded,
// each from the start of the game, so that it can tell positions whole. They
// are forgotten when another tape is loaded.
func (p *Player) Follow(start *rules.Position, lines [][]rules.Move) {
	p.from, p.moves, p.replayed = start, lines, nil
}

// Position is the position where the player stands, by the rules, which it
// plays as far as that when it is asked: after Follow. It is good until the
// next ply, and is not to be changed but to be brought back as it was.
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
