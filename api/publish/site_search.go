package publish

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// positionShards is the number of files of the position index. The browser
// loads the file that contains the position it searches for.
const positionShards = 256

// maxPositionPlies bounds the positions of a game in the index.
const maxPositionPlies = 1 << 16

// writeSearch writes the search page and its index: a line per game, and the
// positions by their hashes.
func (s *Site) writeSearch() error {
	if err := s.list("search.html", listing{Title: "Search", Search: true, Count: len(s.entries)}); err != nil {
		return err
	}
	if err := s.Write("games.js", []byte("const games = "+string(scriptJSON(s.data()))+";\n")); err != nil {
		return err
	}
	for shard, text := range s.positions() {
		if err := s.Write(fmt.Sprintf("position/%02x.js", shard),
			[]byte(fmt.Sprintf("positions(%q);\n", base64.StdEncoding.EncodeToString(text)))); err != nil {
			return err
		}
	}
	return nil
}

// data returns the lines of the search index: a game's page, title and facts,
// and further words by which it is found.
func (s *Site) data() string {
	var lines strings.Builder
	for _, e := range s.entries {
		words := oneLine(e.Summary.Opening + " " + e.Summary.Event + " " + e.Words)
		fmt.Fprintf(&lines, "%s\t%s\t%s\t%s\n", e.Name, oneLine(e.Title), oneLine(e.Played()),
			strings.ReplaceAll(words, "\t", " "))
	}
	return lines.String()
}

// positions returns the index of positions, divided into files by the first
// byte of the hashes. An entry has 8 bytes: the rest of the hash, the number of
// the game, and the ID of the ply on its page.
func (s *Site) positions() [positionShards][]byte {
	var shards [positionShards][]byte
	for game, e := range s.entries {
		for id := 0; 4*id+4 <= len(e.Hashes) && id < maxPositionPlies; id++ {
			h := e.Hashes[4*id : 4*id+4]
			if binary.BigEndian.Uint32(h) == 0 { // no position
				continue
			}
			entry := append(shards[h[0]], h[1:]...)
			entry = append(entry, byte(game>>16), byte(game>>8), byte(game))
			shards[h[0]] = binary.BigEndian.AppendUint16(entry, uint16(id))
		}
	}
	for i, text := range shards {
		entries := slices.Collect(slices.Chunk(text, 8))
		slices.SortFunc(entries, bytes.Compare)
		shards[i] = slices.Concat(entries...)
	}
	return shards
}
