package dataset

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"assay/api/request"
)

// About is what the card of a dataset says about its origin.
type About struct {
	Title    string    `json:"title"`              // of the selection
	Program  string    `json:"program"`            // with its version
	Revision string    `json:"revision,omitempty"` // source commit of the program
	Created  time.Time `json:"created"`
}

// card is the content of CardFile.
type card struct {
	About
	Tables []tableCard `json:"tables"`
}

// tableCard describes a table.
type tableCard struct {
	Name    string   `json:"name"`
	File    string   `json:"file"`
	About   string   `json:"about"`
	Rows    int64    `json:"rows"`
	Columns []column `json:"columns"`
}

// column describes a column.
type column struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // in terms of SQL
	Nullable bool   `json:"nullable,omitempty"`
	About    string `json:"about"`
	Unit     string `json:"unit,omitempty"`
}

// columnsOf returns the columns of a type of rows from its tags.
func columnsOf[Row any]() []column {
	sqlTypes := map[reflect.Type]string{
		reflect.TypeFor[int64](): "BIGINT", reflect.TypeFor[int32](): "INTEGER", reflect.TypeFor[uint64](): "UBIGINT",
		reflect.TypeFor[float64](): "DOUBLE", reflect.TypeFor[bool](): "BOOLEAN", reflect.TypeFor[string](): "VARCHAR",
		reflect.TypeFor[time.Time](): "TIMESTAMP",
	}
	var all []column
	for field := range reflect.TypeFor[Row]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		c := column{Name: name, About: field.Tag.Get("about"), Unit: field.Tag.Get("unit")}
		kind := field.Type
		if kind.Kind() == reflect.Pointer {
			c.Nullable, kind = true, kind.Elem()
		}
		c.Type = sqlTypes[kind]
		all = append(all, c)
	}
	return all
}

// writeCard writes the card for programs and for readers.
func (w *Writer) writeCard() error {
	c := card{w.about, []tableCard{w.games.card(), w.plies.card(), w.positions.card(), w.annotations.card()}}
	file, err := w.create(ReadmeFile)
	if err == nil {
		_, err = io.WriteString(file, c.readme())
	}
	if err != nil {
		return err
	}
	if file, err = w.create(CardFile); err != nil {
		return err
	}
	return request.WriteJSON(file, c)
}

// readme returns the card in Markdown.
func (c *card) readme() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\nWritten by %s", c.Title, c.Program)
	if c.Revision != "" {
		fmt.Fprintf(&b, ", source commit %s", c.Revision)
	}
	fmt.Fprintf(&b, ", on %s.\n\n", c.Created.UTC().Format("2006-01-02 15:04 UTC"))
	b.WriteString("Games are verified ply by ply. `plies` and `positions` contain legal plies of the main line;\n" +
		"a game with the verdict illegal has its plies up to the error. `game` joins the tables, `game`\n" +
		"and `ply` join `plies` and `positions`: the move from a position is the ply after it. The\n" +
		"rights to the records are those of their sources.\n")
	for _, t := range c.Tables {
		fmt.Fprintf(&b, "\n## %s\n\n`%s`: %s; %d rows.\n\n| column | type | unit | meaning |\n|---|---|---|---|\n",
			t.Name, t.File, t.About, t.Rows)
		for _, col := range t.Columns {
			kind := col.Type
			if col.Nullable {
				kind += ", nullable"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", col.Name, kind, col.Unit, col.About)
		}
	}
	return b.String()
}
