package row

import "assay/store"

// PersonSum returns the checksum of a person; created is in milliseconds since
// 1970.
func PersonSum(p *store.Person, created int64) int64 {
	barred := 0
	if p.Suspended {
		barred = 1
	}
	return Checksum(p.ID, p.Name, store.FormerKey(p.Name), string(p.Role), Present(p.Password), barred, created)
}
