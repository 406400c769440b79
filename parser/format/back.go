package format

import (
	"bytes"
	"io"

	"assay/parser/record"
	"assay/parser/source"
)

// Back is the record that was read back after writing it in a format.
type Back struct {
	*record.Record
	format record.Format
	next   func() (*record.Record, error)
}

// ReadBack reads what was written and compares the tags. Errors are
// *record.Unwritable.
func ReadBack(f record.Format, written []byte, tags []record.Tag,
	open func(*source.Source) func() (*record.Record, error)) (b *Back, err error) {
	b = &Back{format: f, next: open(source.New(bytes.NewReader(written), int64(len(written))+1))}
	if b.Record, err = b.next(); err != nil {
		return nil, b.Unwritable("a record without header and moves", "")
	}
	for i, tag := range tags {
		if i >= len(b.Tags) || b.Tags[i].Key != tag.Key || b.Tags[i].Value != tag.Value {
			return nil, b.Unwritable("tag "+tag.Key, tag.Value)
		}
	}
	return b, nil
}

// Unwritable returns the error for a part of a record that is not read back.
func (b *Back) Unwritable(message, text string) error {
	return &record.Unwritable{Format: b.format, Message: message, Text: text}
}

// End returns an error if an error, an additional part or a second record was
// read back.
func (b *Back) End(more bool) error {
	const otherwise = "text that would be read otherwise"
	if b.Fault != nil {
		return b.Unwritable(otherwise, b.Fault.Text)
	}
	if _, err := b.next(); more || err != io.EOF {
		return b.Unwritable(otherwise, "")
	}
	return nil
}
