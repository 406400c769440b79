package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// holderFile is a file next to the index of a served archive. The server locks
// it and writes its URL into it.
const holderFile = "server.json"

// holder is the only server of an archive's index.
type holder struct {
	URL     string    `json:"url"`
	Process int       `json:"process"`
	Since   time.Time `json:"since"`
}

// hold makes this process the archive's server until the file is closed. The
// error names the existing server. An index in a database may have several
// servers and needs no file.
func (p *program) hold(url string) (*os.File, error) {
	folder := p.settings.folder()
	if folder == "" {
		return nil, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(folder, holderFile), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	var other holder
	if !locks(f) {
		defer f.Close()
		key := "--data"
		if folder != p.settings.Data {
			key = "--index" // a second server of the database needs its own index
		}
		if err := json.NewDecoder(f).Decode(&other); err != nil {
			return nil, usage(key, "%s is served already", folder)
		}
		return nil, usage(key, "%s is served already: at %s, by process %d, since %s", folder, other.URL, other.Process,
			other.Since.Format(time.RFC3339))
	}
	err = f.Truncate(0)
	if err == nil {
		err = json.NewEncoder(f).Encode(holder{url, os.Getpid(), time.Now().UTC().Truncate(time.Second)})
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// usedBy returns a message about the process that uses the index.
func (p *program) usedBy() string {
	text, err := os.ReadFile(filepath.Join(p.settings.folder(), holderFile))
	var other holder
	if err != nil || json.Unmarshal(text, &other) != nil || other.URL == "" {
		return "Another process is using the index of this archive. Try again when it has ended."
	}
	return fmt.Sprintf("A server at %s is using this archive. Use its Search page or its REST API.", other.URL)
}
