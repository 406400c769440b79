package row

import (
	"encoding/binary"
	"errors"
	"slices"

	"assay/store"
)

var errTags = errors.New("tags are not length-prefixed pairs")

// usualTags is the number of headers for which memory is allocated at once.
const usualTags = 16

// AppendTags encodes keys and values alternately, each with its length as a
// varint. Unlike JSON it is exact for all bytes, and several times faster to
// read.
func AppendTags(b []byte, tags []store.Tag) []byte {
	for _, t := range tags {
		b = binary.AppendUvarint(b, uint64(len(t.Key)))
		b = append(b, t.Key...)
		b = binary.AppendUvarint(b, uint64(len(t.Value)))
		b = append(b, t.Value...)
	}
	return b
}

// ReadTags is the inverse of AppendTags.
func ReadTags(b []byte) ([]store.Tag, error) {
	text, at := string(b), 0
	next := func() (string, error) {
		n, width := binary.Uvarint(b[at:])
		if width <= 0 || n > uint64(len(b)-at-width) {
			return "", errTags
		}
		from := at + width
		at = from + int(n)
		return text[from:at], nil
	}
	tags := slices.Grow([]store.Tag(nil), min(len(b)/2, usualTags))
	for at < len(b) {
		key, err := next()
		if err != nil {
			return nil, err
		}
		value, err := next()
		if err != nil {
			return nil, err
		}
		tags = append(tags, store.Tag{Key: key, Value: value})
	}
	return tags, nil
}
