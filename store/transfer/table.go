package transfer

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Kind is the type of a column. Rows contain int64, string, []byte, or nil; a
// flag is 0 or 1.
type Kind uint8

// The kinds of columns.
const (
	Number Kind = iota
	Text
	Bytes
	Flag
)

// Column is a column of a table.
type Column struct {
	Name string
	Kind Kind
}

// Table is a table that every store has, with the same columns. Columns that a
// store derives are omitted.
type Table struct {
	Name    string
	Columns []Column
	Order   string // key columns
	between string // condition for a range of games or uploads; "" if the table belongs to neither
}

// Names returns the columns for statements.
func (t *Table) Names() string {
	all := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		all[i] = `"` + c.Name + `"`
	}
	return strings.Join(all, ", ")
}

// Query returns the SQL for rows in key order; from and to are placeholders of
// a range, if the table has one.
func (t *Table) Query(from, to string) string {
	query := "SELECT " + t.Names() + " FROM " + t.Name
	if t.Ranged() {
		query += " WHERE " + fmt.Sprintf(t.between, from, to)
	}
	return query + " ORDER BY " + t.Order
}

// Sort sorts rows by key, texts by their bytes, because a store that escapes
// texts may sort differently.
func (t *Table) Sort(rows [][]any) {
	var key []int
	for name := range strings.SplitSeq(t.Order, ", ") {
		key = append(key, slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name }))
	}
	slices.SortStableFunc(rows, func(a, b []any) int {
		for _, i := range key {
			if order := compare(a[i], b[i]); order != 0 {
				return order
			}
		}
		return 0
	})
}

// compare compares two key values.
func compare(a, b any) int {
	switch a := a.(type) {
	case int64:
		b, _ := b.(int64)
		return cmp.Compare(a, b)
	case string:
		b, _ := b.(string)
		return cmp.Compare(a, b)
	}
	first, _ := a.([]byte)
	second, _ := b.([]byte)
	return bytes.Compare(first, second)
}

// Ranged reports whether the rows belong to games or uploads by ID.
func (t *Table) Ranged() bool { return t.between != "" }

// columns returns several columns of one kind.
func columns(kind Kind, names ...string) []Column {
	all := make([]Column, len(names))
	for i, name := range names {
		all[i] = Column{name, kind}
	}
	return all
}

// Conditions on rows of games.
const (
	ofID         = "id BETWEEN %s AND %s"
	ofGame       = "game BETWEEN %s AND %s"
	ofDelivery   = "delivery BETWEEN %s AND %s"
	ofSubmission = "submission IN (SELECT id FROM submissions WHERE delivery BETWEEN %s AND %s)"
	ofAnnotation = "annotation IN (SELECT id FROM annotations WHERE game BETWEEN %s AND %s)"
)

func table(name, order, between string, parts ...[]Column) *Table {
	t := &Table{Name: name, Order: order, between: between}
	for _, part := range parts {
		t.Columns = append(t.Columns, part...)
	}
	return t
}

// Tables with names that stores look for.
var (
	Games = table("games", "id", ofID,
		columns(Number, "id"), columns(Bytes, "hash"),
		columns(Text, "variant", "options", "variant_version", "verdict"),
		columns(Number, "plies"), columns(Text, "result", "termination", "format", "encoding", "file"),
		columns(Number, "number", "line"),
		columns(Text, "first", "second", "event", "site", "date"),
		columns(Number, "earliest", "latest", "sequence", "imported", "deleted", "sum", "revision"),
		columns(Flag, "corrected"),
		columns(Number, "moves_key", "line_key", "final_key"))
	Contents = table("contents", "game", ofGame,
		columns(Number, "game"), columns(Bytes, "record"), columns(Number, "size"), columns(Text, "start", "final"),
		columns(Bytes, "moves", "tags", "report"), columns(Number, "sum"))
)

// gameTables are the tables with rows of games, in the order of their
// references.
var gameTables = []*Table{
	Games, Contents,
	table("verifications", "game, sequence", ofGame,
		columns(Number, "game", "sequence"), columns(Text, "variant_version", "verdict"), columns(Number, "plies"),
		columns(Text, "result", "termination", "start", "final"), columns(Bytes, "report"),
		columns(Number, "replaced", "sum")),
	table("records", "game, revision", ofGame,
		columns(Number, "game", "revision"), columns(Bytes, "hash", "record"),
		columns(Number, "size", "length", "line"),
		columns(Text, "format", "variant", "options", "verdict"), columns(Number, "plies"),
		columns(Text, "author", "reason"),
		columns(Number, "saved", "sum")),
	table("texts", "key", ofGame, columns(Bytes, "key"), columns(Number, "game")),
	table("rulings", "game, number", ofGame,
		columns(Number, "game", "number", "ply"), columns(Text, "rule", "move", "text", "arbiter", "reason"),
		columns(Number, "ruled"),
		columns(Text, "lifter", "because"), columns(Number, "lifted", "sum")),
	table("annotations", "id", ofGame,
		columns(Number, "id", "game", "revision", "ply"), columns(Flag, "deleted")),
	table("revisions", "annotation, revision", ofAnnotation,
		columns(Number, "annotation", "revision", "ply"), columns(Text, "author"), columns(Bytes, "content"),
		columns(Flag, "deleted"),
		columns(Number, "saved", "sum", "change")),
	table("comment_settings", "id", ofGame,
		columns(Number, "id", "game"), columns(Text, "mode", "author", "reason"), columns(Number, "saved")),
	table("analyses", "game", ofGame,
		columns(Number, "game"), columns(Text, "engine", "version", "variant_version"), columns(Number, "nodes"),
		columns(Bytes, "content"),
		columns(Number, "saved", "sum")),
	table("jobs", "id", ofGame,
		columns(Number, "id", "game"), columns(Flag, "batch"), columns(Bytes, "request"),
		columns(Text, "state", "message"),
		columns(Number, "created", "changed", "turn", "leased", "person", "round", "ply", "plies")),
	table("externals", "source, name", ofGame,
		columns(Text, "source", "name"), columns(Number, "game"), columns(Bytes, "key"), columns(Number, "added")),
	table("twins", "game, twin, revision", "twin BETWEEN %s AND %s", // copied with the later game
		columns(Number, "game", "twin", "revision"), columns(Text, "state"),
		columns(Number, "kept", "former", "merged", "shift"),
		columns(Text, "moved", "author", "reason"), columns(Number, "saved", "sum")),
}

// otherTables are the tables without rows of games.
var otherTables = []*Table{
	table("lineage", "sequence", "", columns(Number, "sequence"), columns(Bytes, "value")),
	table("imports", "path", "", columns(Text, "path"), columns(Number, "size", "modified"), columns(Bytes, "hash"),
		columns(Number, "offset", "line", "games"), columns(Flag, "done"), columns(Number, "updated")),
	table("answers", "key", "", columns(Text, "key"), columns(Bytes, "call", "answer"), columns(Number, "saved")),
	table("definitions", "draft, version", "", columns(Text, "draft"), columns(Number, "version"),
		columns(Text, "author", "text"),
		columns(Number, "saved", "sum")),
	table("published", "number", "", columns(Number, "number"), columns(Text, "variant", "revision", "draft"),
		columns(Number, "version", "at")),
	table("puzzles", "id", "", columns(Text, "id", "variant", "options"), columns(Number, "game", "ply"),
		columns(Text, "position", "kind", "themes"), columns(Number, "rating"), columns(Bytes, "content"),
		columns(Number, "saved", "sum")),
	table("studies", "study, chapter, version", "", columns(Text, "study"), columns(Number, "chapter", "version"),
		columns(Text, "author"), columns(Bytes, "content"), columns(Number, "size", "saved", "sum")),
	table("repertoires", "id", "", columns(Number, "id", "revision", "person"),
		columns(Text, "name", "variant", "options"), columns(Number, "side"), columns(Bytes, "content"),
		columns(Number, "size", "saved", "sum")),
	table("cards", "person, deck, id", "", columns(Number, "person", "deck"), columns(Text, "id"),
		columns(Number, "due"), columns(Bytes, "content"), columns(Number, "sum")),
	table("player_names", "number", "", columns(Number, "number"), columns(Text, "name", "player", "author"),
		columns(Number, "saved", "sum")),
	table("player_claims", "person", "", columns(Number, "person"), columns(Text, "player", "state", "arbiter"),
		columns(Number, "saved", "sum")),
	table("people", "id", "", columns(Number, "id"), columns(Text, "name", "key", "role"), columns(Bytes, "password"),
		columns(Flag, "barred"),
		columns(Number, "created", "sum")),
	table("identities", "issuer, subject", "", columns(Text, "issuer", "subject"),
		columns(Number, "person", "created")),
	table("grants", "id", "", columns(Number, "id"), columns(Bytes, "hash"), columns(Text, "kind"),
		columns(Number, "person"),
		columns(Text, "name", "scopes"), columns(Number, "created", "expires")),
	table("numbers", "name", "", columns(Text, "name"), columns(Number, "last")),
	table("tries", "hash", "", columns(Bytes, "hash"), columns(Number, "done")),
	table("webhooks", "id", "", columns(Number, "id"), columns(Text, "address", "secret", "former", "kinds"),
		columns(Flag, "off"),
		columns(Number, "told", "failing", "due", "created")),
	table("notices", "number", "", columns(Number, "number", "at"), columns(Text, "kind"),
		columns(Number, "game", "object")),
	table("dispatches", "webhook, notice", "", columns(Number, "webhook", "notice", "attempts"), columns(Text, "state"),
		columns(Number, "status"),
		columns(Text, "message"), columns(Number, "at")),
	table("deeds", "number", "", columns(Number, "number", "at"),
		columns(Text, "person", "action", "object", "address")),
	table("events", "id", "", columns(Number, "id", "revision"), columns(Text, "name", "key", "author"),
		columns(Bytes, "content"),
		columns(Number, "created", "saved", "sum")),
}

// uploadTables are the tables with rows of uploads, which refer to games and
// events.
var uploadTables = []*Table{
	table("deliveries", "id", ofID, columns(Number, "id"), columns(Text, "person", "name"), columns(Number, "event"),
		columns(Text, "comment"),
		columns(Bytes, "reading", "hash", "file"), columns(Number, "size", "length", "sent", "sum")),
	table("submissions", "id", ofDelivery, columns(Number, "id", "delivery", "number", "event"),
		columns(Text, "person", "state", "assignee"),
		columns(Number, "deadline"), columns(Flag, "appealed"), columns(Number, "game"), columns(Text, "verdict"),
		columns(Bytes, "content"),
		columns(Number, "revision", "text", "change", "created", "changed", "sum")),
	table("steps", "change", ofSubmission, columns(Number, "change", "submission", "number"),
		columns(Text, "person", "action", "state", "reason"),
		columns(Bytes, "record"), columns(Number, "size"), columns(Bytes, "content"), columns(Number, "at", "sum")),
}
