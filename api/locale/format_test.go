package locale_test

import (
	"errors"
	"testing"

	"assay/api/locale"
)

// TestSprintf translates a format with its values: counts and errors are
// translated too, names and texts of records are not.
func TestSprintf(t *testing.T) {
	german := &locale.Catalogue{Translations: map[string]locale.Translation{
		"{1} of {2}":                          {Text: "{1} von {2}"},
		"{1} games":                           {Forms: map[string]string{"one": "{1} Partie", "other": "{1} Partien"}},
		"White":                               {Text: "Weiß"},
		"not in the archive":                  {Text: "nicht im Archiv"},
		"the tuned values scored {1} % ± {2}": {Text: "Die Werte erzielten {1} % ± {2}"},
		"{1}; nothing was saved":              {Text: "{1}; nichts wurde gespeichert"},
	}}
	for _, row := range []struct {
		catalogue *locale.Catalogue
		format    string
		values    []any
		want      string
	}{
		{nil, "%d of %s", []any{2, "3 games"}, "2 of 3 games"},
		{german, "%d of %s", []any{2, "3 games"}, "2 von 3 Partien"},
		{locale.Of("de"), "%s", []any{"1 game"}, "1 Partie"},
		{german, "%d of %s", []any{1, "White"}, "1 von White"},
		{german, "%d of %s", []any{1, "1 horse"}, "1 von 1 horse"},
		{german, "    %03d of %q", []any{7, "a"}, `    007 von "a"`},
		{german, "assay: %v; nothing was saved", []any{errors.New("not in the archive")},
			"assay: nicht im Archiv; nichts wurde gespeichert"},
		{german, "assay: the tuned values scored %.1f %% ± %.1f", []any{1.25, 0.5}, "assay: Die Werte erzielten 1.2 % ± 0.5"},
		{german, "%s is not listed, %v", []any{"White", errors.New("not in the archive")},
			"White is not listed, nicht im Archiv"},
	} {
		if got := row.catalogue.Sprintf(row.format, row.values...); got != row.want {
			t.Errorf("%q: %q, want %q", row.format, got, row.want)
		}
	}
}
