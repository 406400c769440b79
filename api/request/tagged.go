package request

// Tagged is a resource with the entity tag of a revision.
type Tagged struct {
	ETag string `json:"etag"` // of the shown revision, for If-Match
}

// Tag returns the entity tag.
func (t Tagged) Tag() string { return t.ETag }
