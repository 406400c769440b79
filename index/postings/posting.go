package postings

// Posting is a term of a document.
type Posting struct {
	Term     uint64
	Document uint32
}

// Sort sorts postings by term. Postings of equal terms keep their order. It
// returns one of the two slices, which must have equal lengths; the other is
// used as memory. It is a radix sort: position keys are random, so comparing
// them would cost more.
func Sort(all, spare []Posting) []Posting {
	for shift := 0; shift < 64; shift += 8 {
		var ends [256]int
		for i := range all {
			ends[byte(all[i].Term>>shift)]++
		}
		if len(all) == 0 || ends[byte(all[0].Term>>shift)] == len(all) {
			continue // this byte is the same in every term
		}
		begin := 0
		for i, n := range ends {
			ends[i] = begin
			begin += n
		}
		for i := range all {
			at := &ends[byte(all[i].Term>>shift)]
			spare[*at] = all[i]
			*at++
		}
		all, spare = spare, all
	}
	return all
}
