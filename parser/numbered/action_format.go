package numbered

import "strconv"

// FormatActions prints a ply's text with single blanks. It is the inverse of
// ParseActions up to blanks.
func FormatActions(partial int, actions []Action) string {
	return string(AppendFormat(nil, partial, actions))
}

// AppendFormat is FormatActions that appends to dst.
func AppendFormat(dst []byte, partial int, actions []Action) []byte {
	if partial > 0 {
		dst = append(dst, "partial "...)
		dst = strconv.AppendInt(dst, int64(partial), 10)
	}
	for i := range actions {
		if i > 0 || partial > 0 {
			dst = append(dst, ' ')
		}
		dst = actions[i].append(dst)
	}
	return dst
}

// String prints the action alone.
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
