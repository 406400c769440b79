package request

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SetAuthor sets author to the caller's name. If author has another name, the
// error is an [*InputError]. Without user accounts, it only checks author.
func SetAuthor(ctx context.Context, author *string) error {
	name := CallerOf(ctx).Name
	if name == "" {
		return CheckAuthor(*author)
	}
	if *author != "" && *author != name {
		return &InputError{Field: "author", Value: *author, Want: "your own name, " + name + ", or nothing"}
	}
	*author = name
	return nil
}

// MaxAuthor is the maximum length of an author's name in characters.
const MaxAuthor = 100

// CheckAuthor checks the name of an author.
func CheckAuthor(name string) error {
	if strings.TrimSpace(name) == "" || strings.TrimSpace(name) != name || utf8.RuneCountInString(name) > MaxAuthor ||
		!utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return &InputError{Field: "author", Value: strings.ToValidUTF8(name, "\uFFFD"),
			Want: fmt.Sprintf("a name of up to %d characters", MaxAuthor)}
	}
	return nil
}

// CheckReason rejects an empty, too long or unprintable reason.
func CheckReason(reason string) error {
	if strings.TrimSpace(reason) == "" || utf8.RuneCountInString(reason) > MaxReason || !utf8.ValidString(reason) ||
		strings.ContainsFunc(reason, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
		return &InputError{Field: "reason", Value: strings.ToValidUTF8(reason, "\uFFFD"),
			Want: fmt.Sprintf("up to %d characters", MaxReason)}
	}
	return nil
}

// MaxReason is the maximum length of a setting's reason in bytes.
const MaxReason = 1000

// CheckText checks that a text is a single line without surrounding whitespace,
// of at most the given number of characters. It may be empty.
func CheckText(field, text string, maxLength int) error {
	if strings.TrimSpace(text) != text || utf8.RuneCountInString(text) > maxLength || !utf8.ValidString(text) ||
		strings.ContainsFunc(text, unicode.IsControl) {
		return &InputError{Field: field, Value: strings.ToValidUTF8(text, "\uFFFD"),
			Want: fmt.Sprintf("one line of up to %d characters", maxLength)}
	}
	return nil
}

// CheckSigned sets the author to the caller and checks the reason.
func CheckSigned(ctx context.Context, author *string, reason string) error {
	return Joined(SetAuthor(ctx, author), CheckReason(reason))
}
