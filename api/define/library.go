package define

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"assay/analysis"
	"assay/analysis/label"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
)

// Config configures a Library. The zero value has the built-in variants
// and the default limits.
type Config struct {
	// VariantsDir is a folder of variant definitions in addition to the
	// built-in ones; "" for none.
	VariantsDir string
	// LabelsDir is a folder of files of labels in addition to the built-in
	// ones; "" for none.
	LabelsDir string
	// Report, if not nil, is called with the errors of definitions that cannot
	// be loaded.
	Report func(error)
	// CheckTime bounds the check of a definition; 0 means defaultCheckTime.
	CheckTime time.Duration
}

// Library contains the loaded variants with their rules: built-in, from a
// folder, published, and tried. It is safe for concurrent use.
type Library struct {
	book   *analysis.Rulebook
	labels *label.Book
	config Config
	tried  draftCache
	// publishedRevisions maps the IDs of published variants to their revisions.
	publishedRevisions sync.Map
	publishMu          sync.Mutex
	lastPublished      int64 // number of the last published definition that was read
}

// NewLibrary loads the definitions. It reports invalid ones in
// Config.VariantsDir and skips them.
func NewLibrary(c Config) (*Library, error) {
	registry := variant.Embedded()
	if c.VariantsDir != "" {
		if _, err := os.Stat(c.VariantsDir); err != nil {
			return nil, err
		}
		if err := c.reportSkipped(registry.AddDir(os.DirFS(c.VariantsDir), ".", fairy.Reader)); err != nil {
			return nil, err
		}
	}
	l := &Library{book: analysis.NewRulebook(registry), config: c, labels: label.Embedded()}
	if err := l.addLabels(); err != nil {
		return nil, err
	}
	return l, nil
}

// Book returns the rules of all variants except the tried ones.
func (l *Library) Book() *analysis.Rulebook { return l.book }

// maxSkippedReports bounds the reported problems of definitions that were
// skipped.
const maxSkippedReports = 20

// reportSkipped reports the problems of definitions that were skipped. It
// returns any other error.
func (c *Config) reportSkipped(err error) error {
	problems, only := errors.AsType[variant.Problems](err)
	switch {
	case !only:
		return err
	case c.Report == nil:
		return nil
	}
	for _, p := range problems[:min(len(problems), maxSkippedReports)] {
		c.Report(fmt.Errorf("variants_dir: %w", p))
	}
	if more := len(problems) - maxSkippedReports; more > 0 {
		c.Report(fmt.Errorf("variants_dir: %d more problems", more))
	}
	return nil
}
