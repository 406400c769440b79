package uci

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/analysis/engine"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
)

// The bounds of options.
const (
	maxHash    = 16384 // megabytes
	maxThreads = 256
	maxLines   = 500
)

type options struct {
	variant string
	hash    int // megabytes
	threads int
	multiPV int
	free    bool // castling from any file (UCI_Chess960)
}

func usual() options { return options{variant: speaksUCI.game, hash: 16, threads: 1, multiPV: 1} }

// optionLines returns the option lines of the protocol.
func (s *Server) optionLines() []string {
	ids := s.book.Registry().IDs()
	list := []string{
		fmt.Sprintf("name %sHash type spin default %d min 1 max %d", s.dialect.prefix, s.options.hash, maxHash),
		fmt.Sprintf("name Threads type spin default %d min 1 max %d", s.options.threads, maxThreads),
		fmt.Sprintf("name MultiPV type spin default %d min 1 max %d", s.options.multiPV, maxLines),
		fmt.Sprintf("name %s type combo default %s var %s", s.dialect.variant, s.options.variant,
			strings.Join(ids, " var ")),
		"name VariantPath type string default <empty>",
		fmt.Sprintf("name %sPonder type check default false", s.dialect.prefix),
	}
	if s.dialect.free != "" {
		list = append(list, fmt.Sprintf("name UCI_Chess960 type check default %t", s.options.free))
	}
	return list
}

// setOption obeys `setoption name N value V`.
func (s *Server) setOption(words []string) error {
	if len(words) == 0 || words[0] != "name" {
		return errors.New("setoption: name NAME value VALUE")
	}
	name, value := strings.Join(words[1:], " "), ""
	if i := slices.Index(words, "value"); i > 0 {
		name, value = strings.Join(words[1:i], " "), strings.Join(words[i+1:], " ")
	}
	var err error
	switch strings.ToLower(strings.TrimPrefix(name, "USI_")) {
	case "hash":
		if err = number(name, value, maxHash, &s.options.hash); err == nil {
			s.engine = engine.New(s.options.hash)
			_, err = s.engine.Learn(s.rules, s.fits)
		}
	case "threads":
		err = number(name, value, maxThreads, &s.options.threads)
	case "multipv":
		err = number(name, value, maxLines, &s.options.multiPV)
	case "uci_variant", "variant":
		err = s.setVariant(value)
	case "variantpath":
		err = s.addVariants(value)
	case "clear hash":
		s.engine.Clear()
	case "uci_chess960":
		err = s.setFree(value)
	case "ponder", "uci_analysemode":
		// standard options without effect here
	default:
		err = fmt.Errorf("setoption: there is no option %q", name)
	}
	return err
}

func number(name, value string, most int, to *int) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("setoption: %s goes from 1 to %d, found %q", name, most, value)
	}
	*to = n
	return nil
}

// setFree obeys UCI_Chess960: castling from any file, written as king takes
// rook.
func (s *Server) setFree(value string) error {
	free, err := strconv.ParseBool(value)
	if err != nil {
		return fmt.Errorf("setoption: UCI_Chess960 is true or false, found %q", value)
	}
	if free == s.options.free {
		return nil
	}
	s.options.free = free
	s.setProtocol(s.dialect.name)
	return s.setVariant(s.options.variant)
}

// setVariant selects a variant by ID or alias.
func (s *Server) setVariant(name string) error {
	id, ok := s.book.Registry().Find(name)
	if !ok {
		return fmt.Errorf("setoption: %w", s.book.Registry().Unknown(name))
	}
	played := id
	if s.options.free && id == s.dialect.game {
		played = cmp.Or(s.dialect.free, id)
	}
	r, err := s.book.Rules(played, "")
	if err != nil {
		return err
	}
	s.options.variant, s.rules, s.at = id, r, r.Start()
	_, err = s.engine.Learn(r, s.fits)
	return err
}

// addVariants loads definitions from a file or folder.
func (s *Server) addVariants(path string) error {
	if path == "" || path == "<empty>" {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	var files fs.FS = os.DirFS(path)
	if !info.IsDir() {
		files = singleFile{os.DirFS(filepath.Dir(path)), filepath.Base(path)}
	}
	err = s.book.Registry().AddDir(files, ".", fairy.Reader)
	if problems, ok := errors.AsType[variant.Problems](err); ok {
		for _, p := range problems[:min(len(problems), 20)] {
			s.write("info string %v", p)
		}
		err = nil
	}
	s.write("option %s", s.optionLines()[3])
	return err
}

// singleFile is a file system that shows one file of a folder.
type singleFile struct {
	fs.FS
	name string
}

func (l singleFile) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(l.FS, dir)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() != l.name }), err
}
