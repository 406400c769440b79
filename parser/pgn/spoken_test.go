package pgn

import "testing"

func TestSpokenAsSAN(t *testing.T) {
	for text, want := range map[string]string{
		"pawn e4": "e4", "Pawn to E5": "e5", "knight f3": "Nf3", "KNIGHT moves to f3": "Nf3", "knight on b1 to d2": "Nb1d2",
		"rook a takes d1": "Raxd1", "rook 1 takes on d4": "R1xd4", "Rook A takes D1": "Raxd1", "bishop takes knight on c6": "Bxc6",
		"pawn e takes d5": "exd5", "pawn e8 promotes to a queen": "e8=Q", "pawn to e8 = knight": "e8=N",
		"queen h5 check": "Qh5", "queen takes f7, checkmate": "Qxf7", "king e2+": "Ke2+",
		"castles short": "O-O", "castles queenside": "O-O-O", "castle king-side": "O-O", "castles long+": "O-O-O+",
		// Other texts are left as they are.
		"Nf3": "Nf3", "knight": "knight", "knight takes": "knight takes", "the knight f3": "the knight f3",
		"knight f3 knight c6": "knight f3 knight c6", "castles": "castles", "": "", "pawn e4 = king": "pawn e4 = king",
	} {
		if got := SpokenAsSAN(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

func TestSpokenLength(t *testing.T) {
	for text, want := range map[string]int{
		"Pawn f4 Knight c6": len("Pawn f4"), "Knight b1 to d2 e5": len("Knight b1 to d2"),
		// Moves of numbered lists are not spoken ones.
		"Pawn f3 - f4": 0, "Pawn f3 f4": 0, "Knight b1 x c3": 0,
	} {
		if got := spokenLength(text); got != want {
			t.Errorf("%q: %d bytes are a spoken move, want %d", text, got, want)
		}
	}
}
