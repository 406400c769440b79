package rules

// materialClaim is the claim of insufficient material, by the pieces left besides
// the royals.
type materialClaim struct {
	claimed              bool // the definition has this claim
	loneTypes, oneColour PieceTypeSet
	suffices             []Piece // each of these suffices to mate, so that the claim is invalid
}

func (r *Rules) addMaterialClaim() {
	for i := range r.definition.Claims {
		if claim := &r.definition.Claims[i]; claim.Name == "material" {
			r.materialClaim = materialClaim{claimed: true, loneTypes: r.typeSet(claim.Alone), oneColour: r.typeSet(claim.OneColour)}
			for t := PieceType(1); int(t) < len(r.pieceTypes); t++ {
				if !(r.royals | r.materialClaim.loneTypes | r.materialClaim.oneColour).Has(t) {
					r.materialClaim.suffices = append(r.materialClaim.suffices, NewPiece(t, First), NewPiece(t, Second))
				}
			}
		}
	}
}

// Short reports whether the material on the board is insufficient under the
// variant's claim.
func (p *Position) Short() bool {
	r := p.rules
	for _, pc := range r.materialClaim.suffices {
		if !p.pieces[pc].Empty() {
			return false
		}
	}
	alone, colours := 0, [2]int{}
	for rest := p.own[First].Or(p.own[Second]); !rest.Empty(); {
		s := rest.First()
		rest = rest.AndNot(bit(s))
		switch t := p.board[s].Type(); {
		case r.royals.Has(t):
		case r.materialClaim.oneColour.Has(t):
			colours[(r.file(s)+r.rank(s))%2]++
		case r.materialClaim.loneTypes.Has(t):
			alone++
		default:
			return false
		}
	}
	n := colours[0] + colours[1]
	return n == 0 && alone <= 1 || alone == 0 && (colours[0] == 0 || colours[1] == 0)
}
