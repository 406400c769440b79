package fairy_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden converts a complete file.
func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/meadow.ini")
	if err != nil {
		t.Fatal(err)
	}
	games, refusals := fairy.Convert("meadow.ini", string(text))
	for _, r := range refusals {
		t.Errorf("line %d: %v", r.Line, r)
	}
	var all strings.Builder
	for _, g := range games {
		all.Write(g.YAML)
		all.WriteString("---\n")
		compiles(t, g)
	}
	const golden = "testdata/meadow.yaml"
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if all.String() != string(want) {
		t.Errorf("%s differs from what is written now; see it with -update", golden)
	}
}

func compiles(t *testing.T, g fairy.Game) *rules.Rules {
	t.Helper()
	d, err := variant.Embedded().Check(g.Name, g.YAML)
	if err != nil {
		t.Fatalf("%v\n%s", err, g.YAML)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatalf("%v\n%s", err, g.YAML)
	}
	return r
}

// TestKeys sets keys one by one. Each must appear in the definition, or be
// rejected with its name and line.
func TestKeys(t *testing.T) {
	for _, c := range []struct{ parent, line, want string }{
		{"chess", "mustCapture = true", "{module: must-capture, rule: FS-mustCapture}"},
		{"chess", "stalemateValue = loss", "{module: no-moves, result: loss, rule: FS-stalemateValue}"},
		{"chess", "checkmateValue = win", "attacked: win, free: draw"},
		{"chess", "checking = false", "{module: no-check, rule: FS-checking}"},
		{"chess", "flagPiece = k\nflagRegion = d4 e4 d5 e5", "{module: goal, pieces: [K], region: goal, rule: FS-flagRegion}"},
		{"chess", "whiteFlag = *8", "{first: [rank 8], second: []}"},
		{"chess", "flagPieceCount = 2\nflagRegionWhite = d4-", "!7: flagRegionWhite"},
		{"chess", "extinctionValue = loss\nextinctionPieceTypes = qr", "{module: extinction, pieces: [R, Q], each: true, result: loss, rule: FS-extinctionValue}"},
		{"chess", "doubleStep = false", "moves: fmWfcF\n"},
		{"chess", "doubleStepRegionWhite = *2 *3", "double-step: {first: [ranks 2-3], second: [rank 7]}"},
		{"chess", "tripleStepRegionWhite = *2\ntripleStepRegionBlack = *7", "betza: fmnH, from: double-step, en-passant: true"},
		{"chess", "enPassantRegion = -", "{betza: fmnD, from: double-step, rule: FS-doubleStep}"},
		{"chess", "castling = false", "start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\""},
		{"chess", "soldier = s\nsoldierPromotionRank = 5\nstartFen = rnbqkbnr/ssssssss/8/8/8/8/SSSSSSSS/RNBQKBNR w - - 0 1", "{betza: sW, from: abroad}"},
		{"chess", "promotedPieceType = n:q", "+N: {"},
		{"chess", "flyingGeneral = true", "{betza: cR, takes: [K], rule: FS-flyingGeneral}"},
		{"chess", "materialCounting = whitedrawodds", "{name: repetition, count: 3, says: a win by repetition, wins: first}"},
		{"chess", "materialCounting = unweighted", "{name: clock, count: 100, says: a win of the side with more pieces by 50 moves without a capture or a move of a pawn, wins: more}"},
		{"chess", "materialCounting = unweighted\nnFoldValue = loss", "{name: repetition, count: 3, says: a win by repetition, wins: moved}"},
		{"chess", "nFoldRule = 4\nnFoldValue = loss", "{name: repetition, count: 4, says: a win by repetition, wins: moved}"},
		{"chess", "nFoldValue = loss\nnFoldValueAbsolute = true\nperpetualCheckIllegal = true", "wins: second, perpetual-check: loses}"},
		{"xiangqi", "nFoldRule = 4", "chase: {by: [R, A, C, N, B], of: [R, A, C, N, B, P], within: {P: abroad}, despite: {C: [R], N: [R], A: [R, C, N], B: [R, C, N]}}"},
		{"chess", "moveRepetitionIllegal = true", "# moveRepetitionIllegal: not converted"},
		{"chess", "pieceValueMg = p:1", "id: trial"},
		{"crazyhouse", "dropLoop = true", "{P: [N, B, R, Q]}"},
		{"crazyhouse", "firstRankPawnDrops = true\npromotionZonePawnDrops = true", "rule: FS-pieceDrops\nrules:"},
		{"crazyhouse", "dropNoDoubled = p", "{pieces: [P], file-with: [P], rule: FS-dropNoDoubled}"},
		{"crazyhouse", "dropRegionWhite = *1 *2", "{outside: drops-white, rule: FS-dropRegionWhite}"},
		{"shogi", "immobilityIllegal = false", "forbid:\n    - {pieces: [P], file-with: [P], rule: FS-dropNoDoubled}\nrules:"},

		{"chess", "pawn = pp", "!6: pawn: expected a letter, or - for none, found \"pp\""},
		{"chess", "customPiece1 = x", "!6: customPiece1: moves are missing"},
		{"chess", "customPiece1 = n:hlN", "moves: hlN"},
		{"crazyhouse", "dropNoDoubled = p\ndropNoDoubledCount = 2", "file-with: [P], already: 2"},
		{"shogi", "dropPromoted = true", "!6: dropPromoted: drops of promoted pieces on squares"},
		{"shogi", "dropPromoted = true\nimmobilityIllegal = false", "as: {B: [+B], R: [+R], S: [+S], P: [+P], L: [+L], N: [+N]}"},
		{"shogi", "pieceDemotion = true\nimmobilityIllegal = false", "+S: [S]"},
		{"chess", "pieceDemotion = true\npromotedPieceType = n:q", "!6: pieceDemotion: promoting pawns"},
		{"chess", "promotedPieceType = n:q\npiecePromotionOnCapture = true", "by: capture"},
		{"chess", "mustCapture = yes", "!6: mustCapture: expected true or false, found \"yes\""},
		{"chess", "mustCaptur = true", "!6: mustCaptur: unknown key; mustCapture was probably meant"},
		{"chess", "frobnicate = 1", "!6: frobnicate: unknown key"},
		{"chess", "a line of words", "!6: expected key = value, found \"a line of words\""},
		{"chess", "maxFile = z", "!6: maxFile: \"z\" is not a file"},
		{"chess", "maxRank = 11", "!6: maxRank: \"11\" is not a number in range"},
		{"chess", "promotionPieceTypes = qx", "!6: promotionPieceTypes: there is no piece 'x'"},
		{"chess", "promotedPieceType = n", "!6: promotedPieceType: \"n\" is not a pair such as p:g"},
		{"chess", "connectN = 4\nconnectDiagonal = false", "{module: connection, row: 4, along: [files, ranks], rule: FS-connectN}"},
		{"chess", "connectRegion1White = a*\nconnectRegion2White = h*", "{module: connection, from: start, to: end, rule: FS-connectN}"},
		{"chess", "collinearN = 5\nconnectValue = loss", "{module: connection, line: 5, result: loss, rule: FS-collinearN}"},
		{"chess", "passOnStalemateBlack = true", "{module: pass, side: second, stalemated: true, twice: draw, rule: FS-passOnStalemate}"},
		{"flipello", "startFen = *7/8/8/3pP3/3Pp3/8/8/7*[PPPPpppp] w 0 1", "{module: drop-place, by: enclosing, holes: true, start: first-drops, rule: FS-enclosingDrop}"},
		{"janggi", "diagonalLines = a1 b2 c3 d4", "{betza: pB, from: lines, within: lines, spares: [C]"},
		{"janggi", "nMoveRule = 7", "name: King\n    moves:\n      - W\n      - {betza: F, from: lines, within: lines, rule: FS-diagonalLines}\n"},
		{"janggi", "king = k:W", "name: King\n    moves: W\n    within"},
		{"chess", "stalematePieceCount = true\nstalemateValue = loss", "attacked: loss, free: more"},
		{"chess", "extinctionPieceTypes = gs\nsilver = s\ngold = g\npromotedPieceType = s:g\nstartFen = 4k3/8/g7/s7/S7/G7/8/4K3 w - - 0 1\nextinctionValue = loss", "!6: extinctionPieceTypes: several piece types are not supported"},
		{"chess", "silver = s\ngold = g\npromotedPieceType = s:g\nstartFen = 4k3/8/g7/s7/S7/G7/8/4K3 w - - 0 1\nextinctionPieceTypes = g\nextinctionValue = loss", "{module: extinction, pieces: [G, +S], result: loss, rule: FS-extinctionValue}"},
		{"chess", "checking = false\nextinctionPieceTypes = n\nextinctionPseudoRoyal = true\npromotionPieceTypes = q", "!6: checking: royal pieces by extinction"},
		{"crazyhouse", "dropChecks = false\nextinctionPieceTypes = n\nextinctionPseudoRoyal = true\npromotionPieceTypes = q", "!6: dropChecks: royal pieces by extinction"},
		{"crazyhouse", "extinctionPieceTypes = n\nextinctionPseudoRoyal = true\npromotionPieceTypes = q", "!6: extinctionPieceTypes: drops of several royal pieces are not supported"},
		{"janggi", "extinctionPieceTypes = r\nextinctionPseudoRoyal = true\nextinctionValue = loss", "!6: extinctionPieceTypes: royal pieces by extinction are not supported with cannons of janggi"},
		{"chess", "extinctionPieceTypes = k\nking = -\njanggiCannon = k\nextinctionPseudoRoyal = true\nextinctionValue = loss", "!6: extinctionPieceTypes: royal pieces by extinction are not supported with cannons of janggi"},
		{"chess", "petrifyOnCaptureTypes = n\nextinctionPieceTypes = n\nextinctionPseudoRoyal = true\npromotionPieceTypes = q", "!6: petrifyOnCaptureTypes: royal pieces that become walls are not supported"},
		{"seirawan", "cambodianMoves = true", "!6: cambodianMoves: leaps as first moves are not supported with gating"},
		{"chess", "cambodianMoves = true\ngating = true\nking = -\nfers = k\nstartFen = 3k4/8/8/8/8/8/8/3K4 w Dd - 0 1", "!6: cambodianMoves: leaps as first moves are not supported without a king"},
		{"chess", "extinctionPieceTypes = p\nextinctionPseudoRoyal = true\nextinctionValue = loss", "!6: extinctionPieceTypes: promotion of several royal pieces is not supported"},
		{"chess", "extinctionPseudoRoyal = true\nextinctionPieceTypes = q\nextinctionPieceCount = 2", "{module: extinction, pieces: [Q], left: 2, royal: last, rule: FS-extinctionPseudoRoyal}"},
		{"chess", "castlingKingsideFile = h", "to: [h, c]"},
		{"crazyhouse", "dropChecks = false", "{module: no-check, drops: true, rule: FS-dropChecks}"},
		{"chess", "petrifyOnCaptureTypes = q", "{module: petrify, pieces: [Q], rule: FS-petrifyOnCaptureTypes}"},
		{"chess", "petrifyOnCaptureTypes = k", "!6: petrifyOnCaptureTypes: royal pieces that become walls are not supported"},
		{"chess", "petrifyOnCaptureTypes = p", "!6: petrifyOnCaptureTypes: pieces that become walls but promote"},
		{"chess", "petrifyOnCaptureTypes = pqrbn", "{module: petrify, pieces: [P, N, B, R, Q], rule: FS-petrifyOnCaptureTypes}"},
		{"chess", "wallingRule = static\nwallingRegion = *4 *5", "{module: walls, by: static, within: walls, rule: FS-wallingRule}"},
		{"chess", "wallingRule = edge\nwallOrMove = true", "{module: walls, by: edge, instead: true, rule: FS-wallingRule}"},
		{"chess", "wallingRule = past\nwallOrMove = true", "!7: wallOrMove: walls by past instead of a move are not supported"},
		{"chess", "wallOrMove = true", "!6: wallOrMove: wallingRule is missing"},
		{"antichess", "castlingWins = K", "!6: castlingWins: castling is off"},
		{"chess", "mutuallyImmuneTypes = kn", "{betza: N, spares: [N]}"},
		{"chess", "mutuallyImmuneTypes = k", "moves: K\n"},
		{"coregal", "mutuallyImmuneTypes = q", "!6: mutuallyImmuneTypes: mutual immunity of several royal pieces"},
		{"flipello", "customPiece1 = d:mD\nstartFen = d7/8/8/8/8/8/8/7D w", "!5: flipEnclosedPieces: enclosing by leaping pieces"},
		{"spartan", "flipEnclosedPieces = ataxx", "!6: flipEnclosedPieces: pieces that change sides by ataxx, or royal pieces"},
		{"antichess", "flipEnclosedPieces = ataxx\npromotionPieceTypesBlack = q", "side: second"},
		{"chess", "wallingRule = static\npass = true", "!6: wallingRule: walls are not supported with passing"},
		{"chess", "wallingRule = arrow", "!6: wallingRule: arrow walls after castling"},
		{"chess", "wallingRule = static\nimmobilityIllegal = true", "!7: immobilityIllegal: pieces that walls could immobilize"},
		{"chess", "petrifyOnCaptureTypes = *", "!6: petrifyOnCaptureTypes: Fairy-Stockfish does not support * here"},
		{"crazyhouse", "petrifyOnCaptureTypes = n", "!6: petrifyOnCaptureTypes: pieces that become walls are not supported if"},
		{"seirawan", "wallingRule = static", "!6: wallingRule: walls are not supported with drops"},
		{"seirawan", "capturesToHand = true", "!6: capturesToHand: captured pieces that return only by gating"},
		{"seirawan", "dropRegionWhite = *5", "!6: dropRegionWhite: a region for gating"},
		{"extinction", "startFen = r2kk2r/8/8/8/8/8/8/R2KK2R w KQkq - 0 1", "!6: startFen: several castling pieces"},
		{"seirawan", "castlingRank = 2", "!5: startFen: the castling right K has no pieces"},
		{"chess", "castlingKingPieceBlack = q", "!6: castlingKingPiece: castling of another piece"},
		{"chess", "castlingRookPieces = kr", "!6: castlingRookPieces: castling with a piece of the same type"},
		{"chess", "castlingRookPiecesWhite = b", "!6: castlingRookPieces: castling is not supported if another"},
		{"chess", "castlingRookQueensideFile = b", "w Kk - 0 1"},
		{"extinction", "commoner = -\ncastling = false\npromotionPieceTypes = q", "!5: extinctionPieceTypes: neither side ever has a commoner"},
		{"atomic", "king = k\ncastling = false", "!5: blastOnCapture: explosions of kings"},
		{"chess", "promotedPieceType = p:n\npiecePromotionOnCapture = true", "!7: piecePromotionOnCapture: pawns that promote to some pieces"},
		{"atomic", "startFen = 3kk3/8/8/8/8/8/8/3KK3 w - - 0 1", "!5: blastOnCapture: explosions are not supported with several"},
		{"berolina", "sittuyinPromotion = true", "!6: sittuyinPromotion: promotion of pieces other than pawns"},
		{"atomic", "blastImmuneTypes = k", "!6: blastImmuneTypes: royal pieces that are immune to explosions"},
		{"chess", "blastOnCapture = true\nblastImmuneTypes = k", "!6: blastOnCapture: explosions of kings"},
		{"minishogi", "enclosingDrop = anyside", "!6: enclosingDrop: drops from the edges are not supported"},
		{"ataxx", "pass = true", "rule: FS-adjudicateFullBoard}\n  - {module: pass, stalemated: true"},
		{"breakthrough", "countingRule = asean", "id: trial"},
		{"chess", "startFen = 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "w - d6 0 1"},
		{"crazyhouse", "wallingRule = static", "!6: wallingRule: walls are not supported with drops or gating"},
		{"chess", "wallingRule = ducks", "!6: wallingRule: expected one of arrow"},
		{"chess", "passOnStalemate = true\nmaterialCounting = whitedrawodds", "twice: first"},
		{"chess", "materialCounting = blackdrawodds", "attacked: loss, free: second"},
		{"chess", "adjudicateFullBoard = true\nmaterialCounting = unweighted", "{module: full-board, result: more, rule: FS-adjudicateFullBoard}"},
		{"chess", "adjudicateFullBoard = true\nmaterialCounting = janggi", "!7: materialCounting: points of janggi"},
		{"chess", "flagPiece = q\nflagRegionWhite = *8\nflagPieceSafe = true\nflagMove = true", "pieces: [Q], region: goal, stays: true, safe: true"},
		{"chess", "flagPiece = q\nflagRegion = e4 e5\nflagPieceCount = 2\nflagPieceBlockedWin = true", "count: 2, full: true"},
		{"chess", "flagPiece = k\nflagRegion = e4 e5\nflagPieceSafe = true\nflagMove = true", "!9: flagMove: a reply to kings"},
		{"ataxx", "stalemateValue = draw", "free: [P]"},
		{"makruk", "castling = false", "left: 1, without: [P], limits: {RR: 8, R: 16, SS: 22, NN: 32, S: 44}, count: 64, on-board: true"},
		{"makruk", "countingRule = asean", "left: 1, without: [P], limits: {R: 16, S: 44, N: 64}, says"},
		{"makruk", "countingRule = cambodian", "least: 2, left: 3, count: 63"},
		{"chess", "shatarMateRule = true", "{module: mate-by, never: [N], among: [N, R], rule: FS-shatarMateRule}"},
		{"chess", "extinctionValue = draw\nextinctionPieceTypes = *\nextinctionPieceCount = 1", "{module: extinction, result: draw, left: 1, rule: FS-extinctionValue}"},
		{"ataxx", "enclosingDrop = anyside", "{module: drop-place, by: low-edge, rule: FS-enclosingDrop}"},
		{"atomic", "pieceDrops = true\ncapturesToHand = true\ncastling = false\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1", "order: [K, Q, R, B, N, P]"},
		{"chess", "freeDrops = true", "!6: freeDrops: unknown key"},
		{"chess", "promotionRank = 6", "!6: promotionRank: obsolete key"},
		{"chess", "startFen = 8/8/8/8/8/8/8/8 w", "!6: startFen: the position has none"},
		{"chess", "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB*R w", "RNBQKB*R w"},
		{"grand", "stalemateValue = loss", "most: 2"},
		{"bughouse", "stalemateValue = loss", "!5: twoBoards, inherited from bughouse: two boards are not supported"},
		{"chess", "promotionPieceTypesBlack = q", "side: second"},
		{"nowhere", "castling = false", "!5: unknown parent \"nowhere\""},
	} {
		games, refusals := fairy.Convert("a.ini", "; a\n; b\n; c\n; d\n[trial:"+c.parent+"]\n"+c.line+"\n")
		if fault, refused := strings.CutPrefix(c.want, "!"); refused {
			found := false
			for _, r := range refusals {
				found = found || strings.HasPrefix(itoa(r.Line)+": "+r.Message, fault)
			}
			if !found || len(games) > 0 {
				t.Errorf("%s: %d games, refusals %v, want %s", c.line, len(games), refusals, fault)
			}
			continue
		}
		if len(games) != 1 || len(refusals) > 0 {
			t.Errorf("%s: %d games, refusals %v", c.line, len(games), refusals)
			continue
		}
		if !strings.Contains(string(games[0].YAML), c.want) && !strings.Contains(compact(games[0].YAML), c.want) {
			t.Errorf("%s: %q is not in\n%s", c.line, c.want, games[0].YAML)
		}
		compiles(t, games[0])
	}
}

// TestReader: valid sections of a file become definitions of the folder, others
// become problems.
func TestReader(t *testing.T) {
	folder := fstest.MapFS{
		"a.ini":    {Data: []byte("[walk:chess]\nmustCapture = true\n[makruk2:makruk]\ntwoBoards = true\n[frogs:chess]\n[csg-1:chess]\n")},
		"f.yaml":   {Data: []byte("id: frogs\nname: Frogs\nextends: chess\n")},
		"note.txt": {Data: []byte("[other:chess]")},
	}
	r := variant.Embedded()
	err := r.AddDir(folder, ".", fairy.Reader)
	if _, ok := r.Find("walk"); !ok {
		t.Error("walk was not added")
	}
	if d, err := r.Definition("frogs", ""); err != nil || d.Rulings == "FS" {
		t.Errorf("frogs is not the YAML definition: %v", err)
	}
	for _, want := range []string{
		"a.ini:4: [makruk2]: twoBoards: two boards", "a.ini:5: [frogs]: the ID \"frogs\" is taken by f.yaml", "a.ini:6: [csg-1]: the ID \"csg-1\" is taken by csg-1.yaml",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

// compact writes the keys of a piece on its line.
func compact(yaml []byte) string { return strings.ReplaceAll(string(yaml), ":\n    ", ": {") }

func itoa(n int) string { return string(rune('0' + n)) }

// FuzzConvert: no text panics, and converted text can be decoded.
func FuzzConvert(f *testing.F) {
	text, err := os.ReadFile("testdata/meadow.ini")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("[a:shogi]\nstartFen = +P8/9[\n[b:a]\npromotedPieceType = p : p\n")
	f.Add("[c:horde]\nking=k:ifmnDpB2\nmaxFile=1\nmaxRank=1\nstartFen=k/+ w KQ e3 3+\n[\n[]:]\nx")
	registry := variant.Embedded()
	f.Fuzz(func(t *testing.T, text string) {
		games, _ := fairy.Convert("fuzz.ini", text)
		for _, g := range games {
			if d, err := registry.Check("fuzz.yaml", g.YAML); d == nil {
				t.Errorf("%v\n%s", err, g.YAML)
			} else if err == nil {
				_, _ = rules.Compile(d) // may return an error, must not panic
			}
		}
	})
}
