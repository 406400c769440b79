1i // Code generated from see.go; DO NOT EDIT.\n
/^\/\//d
s/ +\/\/ .*//
s/\b(see|look|bear|footing|holdings|structure|danger|weigh|seen|seenSide|bearing)\b/\1Narrow/g
s/rules\.Bitboard/rules.Narrow/g
s/p\.(Cover|Lines)\(/p.\1Narrow(/g
s/p\.Own\(rules\.Side\(side\)\)/&.Narrow()/
s/rules\.MaxSquares/rules.MaxNarrow/
s/m\.sets\./m.narrow./g
