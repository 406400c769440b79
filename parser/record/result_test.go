package record

import "testing"

func TestReadResult(t *testing.T) {
	for word, want := range map[string]string{
		"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*", "0-0": "0-0",
		"1:0": "1-0", "0:1": "0-1", "½:½": "1/2-1/2", "½-½": "1/2-1/2", "1/2": "1/2-1/2", "1/2:1/2": "1/2-1/2",
		"0.5-0.5": "1/2-1/2", "0,5-0,5": "1/2-1/2", "0.5:0.5": "1/2-1/2", "1.0-0.0": "1-0", "1–0": "1-0", "½–½": "1/2-1/2",
		"0—1": "0-1", "１－０": "1-0", "１：０": "1-0", "0:0": "0-0",
		"1-1": "", "1/2-0": "", "2-0": "", "": "", "-": "", "1-": "", "1-0-1": "", "e4": "", "0-0-0": "", "10-1": "",
	} {
		if got := ReadResult(word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestGluedResult(t *testing.T) {
	for word, want := range map[string]string{
		"Qh5#1-0": "Qh5#", "Qg20-1": "Qg2", "e41/2-1/2": "e4", "Kg8½-½": "Kg8", "e4*": "e4", "Rg8#1:0": "Rg8#", "a8=Q0–1": "a8=Q",
		"O-O-O1-0": "O-O-O", "C2.51-0": "C2.5", "1-0": "1-0", "O-O": "O-O", "0-0-0": "0-0-0", "e4": "e4", "e40-0": "e40-0", "": "",
	} {
		if got := word[:GluedResult(word)]; got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestReadClosing(t *testing.T) {
	for text, want := range map[string]Closing{
		"红胜": {"1-0", ""}, "红方胜": {"1-0", ""}, "红先胜": {"1-0", ""}, "黑胜": {"0-1", ""}, "黑方胜。": {"0-1", ""}, "和棋": {"1/2-1/2", ""},
		"红先负": {"0-1", ""}, "红先和": {"1/2-1/2", ""}, "和局": {"1/2-1/2", ""}, "红胜黑负": {"1-0", ""}, "黑负": {"1-0", ""},
		"黑方认输": {"1-0", "resigned"}, "紅方認輸": {"0-1", "resigned"}, "黑方超时": {"1-0", "time forfeit"}, "红方胜利": {"1-0", ""},
		"한승": {"0-1", ""}, "초승": {"1-0", ""}, "초 승": {"1-0", ""}, "한 기권": {"1-0", "resigned"}, "무승부": {"1/2-1/2", ""},
		"先手勝ち": {"1-0", ""}, "後手勝ち": {"0-1", ""}, "先手の勝ち": {"1-0", ""}, "投了": {"", "resigned"}, "先手投了": {"0-1", "resigned"},
		"千日手": {"1/2-1/2", "repetition"}, "white wins": {"1-0", ""}, "Black wins on time.": {"0-1", ""}, "Red wins": {"1-0", ""},
		"White resigns": {"0-1", "resigned"}, "Black resigned": {"1-0", "resigned"}, "resigns": {"", "resigned"}, "Resigns.": {"", "resigned"},
		"White won by resignation": {"1-0", ""}, "White checkmated": {"0-1", ""}, "Black forfeits on time": {"1-0", "time forfeit"},
		"drawn": {"1/2-1/2", "agreed draw"}, "draw by agreement": {"1/2-1/2", "agreed draw"}, "Game drawn by repetition": {"1/2-1/2", ""},
		"gana el blanco": {"1-0", ""}, "Ganan las negras": {"0-1", ""}, "tablas": {"1/2-1/2", ""}, "las negras abandonan": {"1-0", "resigned"},
		"Weiß gewinnt": {"1-0", ""}, "Schwarz hat gewonnen": {"0-1", ""}, "Weiss gibt auf": {"0-1", "resigned"}, "aufgegeben": {"", "resigned"},
		"remis": {"1/2-1/2", ""}, "выигрывают белые": {"1-0", ""}, "Белые сдались": {"0-1", "resigned"}, "ничья": {"1/2-1/2", ""},
		"les blancs gagnent": {"1-0", ""}, "les noirs abandonnent": {"1-0", "resigned"}, "nulle": {"1/2-1/2", ""},
		"未知": {"*", ""}, "先胜": {"1-0", ""}, "先负": {"0-1", ""}, "先和": {"1/2-1/2", ""}, "红负": {"0-1", ""},
		"+:-": {"1-0", "default"}, "-:+": {"0-1", "default"}, "-:-": {"0-0", "default"},
		"il bianco vince": {"1-0", ""}, "patta": {"1/2-1/2", ""}, "White wins 1-0": {"1-0", ""},
	} {
		if got, ok := ReadClosing(text); !ok || got != want {
			t.Errorf("%q: %+v %t, want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "e4", "Nf3", "adjudicated", "white", "红", "炮二平五", "whitewins", "a", "1-0", "win", "white to play and win"} {
		if got, ok := ReadClosing(text); ok {
			t.Errorf("%q: %+v, want none", text, got)
		}
	}
}
