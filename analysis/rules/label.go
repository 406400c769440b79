package rules

// Label returns the label of a type in rules and in Game Courier's records, as
// First writes it: by default its letter.
func (r *Rules) Label(t PieceType) string { return r.pieceTypes[t].label }
