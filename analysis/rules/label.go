package rules

// Label is what rulings and Game Courier's records call a kind, as First
// writes it: its letter in position texts where the definition has no other.
func (r *Rules) Label(t PieceType) string { return r.pieceTypes[t].label }
