package numbered

// String returns the action as text.
func (a *Action) String() string { return string(a.append(nil)) }

func (a *Action) append(dst []byte) []byte {
	switch a.Kind {
	case ActionMove:
		return join(dst, a.Piece, a.From, "-", a.To)
	case ActionCapture:
		return join(dst, a.Piece, a.From, "x", a.To)
	case ActionDrop:
		return join(dst, a.Piece, "*", a.To)
	case ActionRemove:
		return join(dst, "x", a.To)
	case ActionAppear:
		return join(dst, a.Side, a.Piece, a.To)
	case ActionReceive:
		if a.Side == "" {
			return append(dst, a.Piece...)
		}
		return join(dst, a.Side, a.Piece)
	case ActionChange:
		switch {
		case a.Piece == "":
			return append(dst, a.To...)
		case a.To == "":
			return join(dst, "=", a.Piece)
		}
		return join(dst, "=", a.Piece, "on", a.To)
	case ActionFlip:
		return join(dst, "flip", a.To)
	case ActionAttribute:
		return join(dst, "@", a.To, a.Attribute, a.Value)
	case ActionPass:
		return append(dst, "Pass"...)
	case ActionWall:
		return join(dst, "/", a.Piece, a.To)
	case ActionGate:
		return join(dst, "/", a.Piece, "on", a.To)
	}
	return dst
}

func join(dst []byte, words ...string) []byte {
	for i, word := range words {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, word...)
	}
	return dst
}
