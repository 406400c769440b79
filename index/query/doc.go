// Package query reads the language in which positions are asked for.
//
// A query is one line of text. For every line of play of every game it denotes
// a set of plies, ply 0 being the start; a game is found if the set is not
// empty. Conditions on the position hold after that many plies, conditions on
// the move speak of the ply that led to the position, and conditions on the
// game hold at every ply or at none.
//
//	white queen on h5 and black king on e8
//	Q on h5 k on e8
//	{white queen, white rook} on rank 7
//	gold(red) >= 2 and hand(cyan).pawn = 0
//	material(red) - material(cyan) > 3 for 6
//	capture and move(white queen takes pawn) then check within 4
//	mirrored(white knight on f5)
//	player:tal and date >= 1960 and result = 1-0 and last and check
//
// # Grammar
//
// White space is free, and so is case except in the letters of pieces.
//
//	query       = alternative { "then" alternative [ "within" number ] } .
//	alternative = conjunction { "or" conjunction } .
//	conjunction = factor { [ "and" ] factor } .
//	factor      = "not" factor | primary { "for" number } .
//	primary     = [ "mirrored" | "exchanged" | "symmetric" | "flipped" | "rotated" | "shifted" ] "(" query ")"
//	            | placement | "empty" place | comparison | turn | event | move | bearing | relation | judged | game .
//
// "A then B within 4" denotes the plies at which A holds and after which B
// holds at one of the next four; without "within", at any later one. In "A then
// B then C" each limit counts from the step before. "A for 6" denotes the plies
// at which A holds and at the five after them too. "mirrored" adds the same
// with the files reflected, "exchanged" with the ranks reflected and the sides
// exchanged, "symmetric" with either and with both, "flipped" with the ranks
// reflected and the sides as they are, "rotated" about the middle of the board,
// by a half where it is not square. "shifted" is the same wherever on the board
// all its places are on it whole, as written and anywhere else; a place that
// has all or nothing of every rank stays at its files, and one that has so of
// every file at its ranks.
//
//	placement = pieces "on" [ "every" ] place .
//	pieces    = "{" pieces { "," pieces } "}" | "wall"
//	          | [ "promoted" | "unpromoted" ] [ side ] ( kind | "any" | "royal" ) .
//	kind      = name | letter .
//	place     = "{" place { "," place } "}" | square [ "-" square ] | "file" f | "files" f "-" f
//	          | "rank" n | "ranks" n "-" n | "board" | region [ "(" side ")" ] .
//	side      = name | "first" | "second" .
//
// "wall", or what the game calls it, is what stands in the way of all and is
// nobody's; a square with one is not empty.
//
// A kind is named as in its game, or by the letter of position texts, with +
// before a promoted one: behind a side in either case, alone in capitals for
// the first player's piece and in small letters for the second's. A name
// without a side is either side's. "promoted silver" is what a silver promotes
// to, "promoted any" every piece that is the promoted form of another; in a
// game whose position does not tell them apart, as the queens of chess, nothing
// is promoted. The name of a kind is written as one word, that of a region with
// its hyphens or without. A region without a side is that of both.
//
//	comparison = sum ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) sum | sum "in" [ "-" ] number ".." [ "-" ] number .
//	sum        = [ "-" ] term { ( "+" | "-" ) term } .
//	term       = number [ "*" quantity ] | quantity .
//	quantity   = "count" "(" pieces [ "on" place ] ")"            pieces standing
//	           | kind "(" side ")"                                 pieces of a kind on the board
//	           | "pieces" "(" side ")"                             all pieces of a side on the board
//	           | ( "hand" | "pocket" ) "(" side ")" [ "." kind ]   pieces held
//	           | "material" "(" side ")"                           in pawns: board, hand and pocket
//	           | "ply" | "plies"                                   this ply; the plies of the line
//	           | "eval" "(" side ")"                               what an engine takes the position to be worth to a side, in pawns
//	           | "swing"                                           points of Win% that the last ply changed
//	           | "accuracy" "(" side ")"                           of a side in the whole game, 0 to 100
//	           | "rating" [ "(" side ")" ] .                       of a side's player; the mean of both
//
// Numbers have at most two decimals here, and none behind "within" and "for",
// where they go from 1 to 10,000.
//
//	turn     = "turn" "(" side ")" | side "to" "move" .
//	event    = "check" | "mate" | "stalemate" | "capture" | "drop" | "promotion" | "last" .
//	move     = "move" "(" ply ")" .
//	ply      = [ pieces ] [ "from" place ] [ "to" place ] [ "takes" pieces ] [ "gates" pieces ] [ "walls" place ] .
//	relation = name [ "(" side ")" ] .
//	judged   = ( "inaccuracy" | "mistake" | "blunder" | "missed-mate" | "allowed-mate" ) [ "(" side ")" ] .
//
// Ratings are those that the record gives in its headers, and are compared with
// ratings and numbers alone: that is a condition on the game. Where one that is
// asked for is not given, no such condition holds.
//
// "check": the side to move is in check; "last": the line ends here. A move has
// one part at least, and its pieces are meant as they stood before it; "gates"
// are those that it brings in beside, "walls" where it puts one. A
// relation is what a special rule of the game is about, such as alloy(red) or
// facing. Between a relation without a side and a piece the "and" must stand,
// since two names in a row are a side and its piece.
//
//	bearing   = "attack" "(" attack ")" | "pin" "(" pin ")" | "ray" "(" ray ")"
//	          | "legal" "(" legal ")" | "unplayed" "(" legal ")" .
//	attack    = [ pieces ] [ "from" place ] [ "to" place ] [ "takes" pieces ] .
//	pin       = [ pieces ] [ "on" place ] [ "by" pieces ] [ "against" pieces ] .
//	ray       = stop "," stop { "," stop } [ "along" ( direction | "{" direction { "," direction } "}" ) ] [ "within" number ] .
//	stop      = pieces [ "on" place ] .
//	direction = "file" | "rank" | "diagonal" | "up" | "up-right" | "right" | "down-right" | "down" | "down-left" | "left" | "up-left" .
//	legal     = ply [ "checks" | "mates" ] .
//
// "attack", "pin", "ray" and "legal" hold where there is one at least, and have
// one part at least, but for a pin. A piece attacks a square if it would
// capture there, by its description, what stands on it, were that the other
// side's: its own side's pieces it guards. "takes" says what stands there.
// Pins, checks and special rules are left aside, and captures en passant are no
// attacks. A piece is pinned if one of the other side would attack another of
// its own, were it not there, and does not; a royal where "against" does not
// say what. So a horse of xiangqi is pinned by what it keeps from leaping, and
// either of two pieces before a cannon. A ray goes from its first piece in a
// direction, up being towards the higher ranks and right towards the later
// files, with nothing between its pieces, each so many squares from the one
// before at most; without directions in all eight, "rays" counting each. A
// passed piece has none of its kind of the other side ahead of it on its file
// and those beside; an isolated one has none of its own side on the files
// beside; a doubled one has another on its file.
//
// "mate" and "stalemate" hold where the side to move has no legal move though
// nothing else has ended the game, and is or is not in check. "legal" asks of
// the legal moves here what "move" asks of the ply that led here, whether they
// are played or not, and whether they give check or mate; "unplayed" holds
// where there is such a move and the line does not go on by one. To these the
// rules are asked, of the games for which everything else leaves it open.
//
// What an engine says is that of the analysis kept beside the record: a judged
// ply is one of the side that is named, or of either. A mate and a won game are
// worth 100 pawns. In games that nobody has analysed, in side lines, and for a
// swing at the start, nothing of it is known: no such condition holds there,
// whatever it compares with, and "not" in front of it does.
//
//	game = [ header ":" ] ( word | `"` characters `"` ) [ "*" ]
//	     | "result" ( "=" | "!=" ) ( "1-0" | "0-1" | "1/2-1/2" | "*" )
//	     | "date" ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) date
//	     | "verdict" ( "=" | "!=" ) ( "legal" | "ruled" | "illegal" | "unreadable" | "unsupported" ) .
//	date = YYYY | YYYY-MM | YYYY-MM-DD .
//
// The words may stand in any order in the header of that name, in any header
// without a name, in the comments on the game behind "comment:". The asterisk
// makes the last of them the beginning of a word; case, accents and width do
// not matter. A date may have points for hyphens. One with fewer parts, in
// query or game, is all the days that it may be: "=" asks that the two have a
// day in common, ">=" that the game's last day is not before the query's first,
// ">" that it is after the query's last, and so on.
//
// A query has at most 2,000 characters, brackets, braces and "not" 50 deep, and
// 200 conditions, those included that "mirrored", "exchanged" and "symmetric"
// add.
//
// [Parse] finds every fault for which no game need be known, [Bind] those in
// the names of a game's pieces, sides, places and relations.
package query
