package pgn

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/parser/record"
	"assay/parser/scan"
)

// Lists of moves have other header lines than tag pairs: in East Asian and Thai
// forums (红方：甲), in files of the World Xiangqi Federation (RED name),
// and on chess servers (a (1500) vs. b (1600)). EPD positions are records
// without moves.

// headerKind is the kind of a line above the moves.
type headerKind uint8

const (
	noHeader     headerKind = iota
	keyHeader               // key, colon, value
	titleHeader             // players and result in one line
	serverHeader            // players of a game on a chess server
	serverTable             // further header line of a chess server
	wxfFormat               // first line of a WXF file
	wxfHeader               // further header line of a WXF file
	wxfMoves                // start of the moves of a WXF file
	epdHeader               // EPD position
	uciHeader               // start of a line of UCI
)

// keyWords are the keys of header lines in forums and the tags that they
// become.
var keyWords = func() map[string]string {
	words := map[string]string{}
	for tag, keys := range map[string]string{
		"Red":         "红方 紅方 红 紅 红先 紅先 红棋 紅棋 红方棋手 紅方棋手 先手方",
		"Black":       "黑方 黑 黒 黑棋 黑方棋手 后手方 後手方 한 한나라 한대국자 漢 ดำ ฝ่ายดำ หมากดำ",
		"White":       "초 초나라 초대국자 楚 ขาว ฝ่ายขาว หมากขาว 白 白方",
		choSetup:      "초차림 초포진",
		hanSetup:      "한차림 한포진",
		"Event":       "赛事 賽事 比赛 比賽 赛事名称 賽事名稱 比赛名称 比賽名稱 대회 대회명 기전 기전명 รายการ การแข่งขัน",
		"Site":        "地点 地點 比赛地点 比賽地點 장소 대국장소 สถานที่",
		"Date":        "日期 时间 時間 比赛时间 比賽時間 比赛日期 比賽日期 对局日期 對局日期 대국일 대국일자 대국일시 날짜 일시 วันที่",
		"Round":       "轮次 輪次 轮 輪 라운드 회전 รอบ",
		"Result":      "结果 結果 比赛结果 比賽結果 对局结果 對局結果 대국결과 결과 승패 ผล ผลการแข่งขัน",
		"Title":       "标题 標題 局名 棋局 제목",
		"Opening":     "布局 佈局 开局 開局",
		"Author":      "作者 저자",
		"Note":        "备注 備註 评注 評註 비고",
		"TimeControl": "用时 用時 제한시간",
		"FEN":         "FEN 局面 初始局面",
	} {
		for key := range strings.FieldsSeq(keys) {
			words[key] = tag
		}
	}
	return words
}()

// plainKeys are the keys, in small letters, of header lines without brackets in
// European languages, White: Ann, and the tags that they become.
var plainKeys = func() map[string]string {
	words := map[string]string{}
	for tag, keys := range map[string]string{
		"White": "white weiß weiss blancs blanc blancas bianco wit brancas beyaz белые белый бели білі białe bílý " +
			"bílí biely világos vit hvit hvid valkea bijeli λευκά",
		"Black": "black schwarz noirs noir negras nero zwart pretas negras siyah чёрные черные чёрный чорні черни " +
			"czarne černý černí čierny sötét svart musta crni negru μαύρα",
		"Event": "event turnier veranstaltung tournoi torneo toernooi torneio turnuva tournament турнир turniej " +
			"verseny turnaj",
		"Site":  "site ort lieu lugar luogo plaats место miejsce helyszín místo",
		"Date":  "date datum fecha data tarih дата dátum",
		"Round": "round runde ronde ronda rodada тур runda forduló kolo",
		"Result": "result ergebnis résultat resultado risultato uitslag sonuç результат wynik eredmény výsledek " +
			"výsledok resultat",
		"Variant": "variant",
	} {
		for key := range strings.FieldsSeq(keys) {
			words[key] = tag
		}
	}
	return words
}()

// longestPlainKey is the length of the longest of these keys in bytes, with the
// blanks after it.
const longestPlainKey = 24

// plainHeader reads such a header line. Its key starts with a capital letter.
func plainHeader[T string | []byte](line T) (tag, value string) {
	if len(line) < 4 || line[0]-'A' > 'Z'-'A' && line[0] < 0xC3 {
		return "", ""
	}
	head := line[:min(len(line), longestPlainKey)]
	for i := range len(head) {
		if head[i] == ':' {
			tag = plainKeys[strings.ToLower(scan.Trim(string(head[:i])))]
			return tag, scan.Trim(string(line[i+1:]))
		}
	}
	return "", ""
}

// isPlainHeader reports whether a line is such a header line.
func isPlainHeader[T string | []byte](line T) bool {
	tag, _ := plainHeader(line)
	return tag != ""
}

// startKeys are the tags that start another record after moves.
var startKeys = map[string]bool{"Red": true, "White": true, "Black": true, "Event": true, "Title": true, "FEN": true}

// keyLine reads a header line of a forum: 红方：甲, 【红方】甲, [红方]甲 or
// [초 대국자 "甲"].
func keyLine(line string) (tag record.Tag, ok bool) {
	line = scan.Trim(line)
	if key, value := plainHeader(line); key != "" {
		return record.Tag{Key: key, Value: value}, true
	}
	if len(line) == 0 || line[0] < utf8.RuneSelf && line[0] != '[' && !strings.HasPrefix(line, "FEN") {
		return tag, false
	}
	var key, value string
	switch rest, bracket := strings.CutPrefix(line, "【"); {
	case bracket:
		key, value, ok = strings.Cut(rest, "】")
		if inside, text, colon := cutColon(key); ok && colon && scan.Trim(value) == "" {
			key, value = inside, text
		}
	case line[0] == '[' && !strings.HasSuffix(line, `"]`):
		key, value, ok = strings.Cut(line[1:], "]")
		ok = ok && key != "" && key[0] >= utf8.RuneSelf
	case line[0] == '[':
		rest, ok = strings.CutSuffix(line[1:], `"]`)
		key, value, _ = strings.Cut(rest, `"`)
		ok = ok && strings.ContainsAny(scan.Trim(key), " ") // without a blank it is a tag pair
	default:
		key, value, ok = cutColon(line)
	}
	if !ok {
		return tag, false
	}
	key = strings.ReplaceAll(scan.Trim(key), " ", "")
	key = strings.ReplaceAll(key, "　", "")
	value = scan.Trim(strings.TrimLeft(scan.Trim(value), "：:"))
	word, known := keyWords[key]
	return record.Tag{Key: word, Value: value}, known
}

// keyLines reads the headers of a line, which may have several: 红方：甲 黑方：乙.
func keyLines(line string) (tags []record.Tag) {
	tag, ok := keyLine(line)
	for ok {
		value := tag.Value
		tags, ok = append(tags, tag), false
		for i, r := range value {
			if !scan.IsBlank(r) {
				continue
			}
			if tag, ok = keyLine(value[i:]); ok {
				tags[len(tags)-1].Value = scan.Trim(value[:i])
				break
			}
		}
	}
	return tags
}

// titleLine matches a title with both players and the result: 甲 先胜 乙,
// 甲（红先负）乙.
var titleLine = scan.NewPattern(
	`^([^，。：:,]{2,30}?)[ 　]*(?:[（(][ 　]*[红紅]?先([胜勝负負和])[ 　]*[）)]|[红紅]?先([胜勝负負和]))[ 　]*([^，。：:,]{2,30})$`)

// titleTags returns the players and the result of a title; none for other
// lines.
func titleTags(line string) []record.Tag {
	if !strings.Contains(line, "先") || strings.ContainsAny(line, "[【\"'") {
		return nil
	}
	parts := titleLine.FindStringSubmatch(scan.Trim(line))
	if parts == nil {
		return nil
	}
	result := "1/2-1/2"
	switch parts[2] + parts[3] {
	case "胜", "勝":
		result = "1-0"
	case "负", "負":
		result = "0-1"
	}
	return []record.Tag{{Key: "Red", Value: parts[1]}, {Key: "Black", Value: parts[4]}, {Key: "Result", Value: result}}
}

func cutColon(line string) (key, value string, ok bool) {
	i := strings.Index(line, "：")
	if j := strings.IndexByte(line, ':'); j >= 0 && (i < 0 || j < i) {
		return line[:j], line[j+1:], true
	}
	if i < 0 {
		return "", "", false
	}
	return line[:i], line[i+len("："):], true
}

// The header of a game in a chess server's list.
var (
	serverLine = scan.NewPattern(
		`^(\S+) \(([0-9]+|UNR|\+{4}|-{4}|[0-9]+[EP])\) vs\. (\S+) \(([0-9]+|UNR|\+{4}|-{4}|[0-9]+[EP])\) --- (.*)$`)
	matchLine = scan.NewPattern(
		`^(Rated|Unrated|rated|unrated) (\S+) match, initial time: ([0-9]+) minutes?, increment: ([0-9]+) seconds?\.?$`)
	serverDay = scan.NewPattern(`([A-Z][a-z]{2}) +([0-9]{1,2}), .*([0-9]{4})$`)
	tableLine = scan.NewPattern(`^(Move +[^\s\d]\S* +\S+|-{2,} +-{2,} +-{2,})$`)
)

// speeds are the server words for standard chess. Other words name a variant.
var speeds = []string{"lightning", "bullet", "blitz", "standard", "slow", "untimed", "rapid", "classical"}

// fischerRandom is the server word for Chess960; fischerRandomName is its usual
// name.
const fischerRandom, fischerRandomName = "wild/fr", "Fischer Random Chess"

// epdLine matches an EPD position with operations, or a FEN.
var epdLine = scan.NewPattern(
	`^([A-Za-z0-9+~]+(?:/[A-Za-z0-9+~]+){3,15}(?:\[[A-Za-z+~-]*\])?) ([wb])` +
		`(?: (-|[A-Za-z]{1,8}) (-|[a-p][0-9]{1,2})(?: +(.*))?)?$`)

// uciLine matches the start of a line of UCI up to its first move. The moves of
// USI start with a digit.
var uciLine = scan.NewPattern(`^position +(?:startpos|fen +([^ ].*?)) +moves +(?:[a-p][0-9]{1,2}){2}`)

// uciMoves is the word before the moves of UCI.
const uciMoves = " moves "

// wxfKeys are the keys of WXF files and the tags that they become.
var wxfKeys = map[string]string{
	"GAME": "Title", "RED": "Red", "BLACK": "Black", "RESULT": "Result", "DATE": "Date", "EVENT": "Event",
	"SITE": "Site", "PLACE": "Site",
	"ROUND": "Round", "OPEN": "Opening", "OPENING": "Opening", "AUTHOR": "Author", "REMARK": "Note", "FEN": "FEN",
	"TIME": "TimeControl",
}

const wxfStart, wxfEnd = "START{", "}END"

// headerKindOf returns the kind of a line. wxf means that the line is in the
// header of a WXF file.
func headerKindOf(line string, wxf bool) headerKind {
	line = scan.Trim(line)
	if line == "" {
		return noHeader
	}
	switch c := line[0]; {
	case wxf && strings.HasPrefix(line, wxfStart):
		return wxfMoves
	case wxf:
		word := line[:scan.WordEnd(line, 0)]
		if wxfKeys[word] != "" {
			return wxfHeader
		}
	case c == 'F' && len(strings.Fields(line)) == 2 && strings.HasPrefix(line, "FORMAT") &&
		strings.HasSuffix(line, "WXF"):
		return wxfFormat
	case c >= utf8.RuneSelf || c == '[' || c == 'F' || isPlainHeader(line):
		if _, ok := keyLine(line); ok {
			return keyHeader
		}
		if c >= utf8.RuneSelf && titleTags(line) != nil {
			return titleHeader
		}
	}
	switch {
	case line[0] == 'p' && uciLine.MatchString(line):
		return uciHeader
	case strings.Contains(line, " vs. ") && serverLine.MatchString(line):
		return serverHeader
	case bytes.IndexByte([]byte("RUru"), line[0]) >= 0 && matchLine.MatchString(line),
		(line[0] == 'M' || line[0] == '-') && tableLine.MatchString(line):
		return serverTable
	case strings.Count(line, "/") >= 3 && epdLine.MatchString(line):
		return epdHeader
	}
	return noHeader
}

// startsRecord reports whether a line of this kind always starts a record.
func (h headerKind) startsRecord() bool { return h >= epdHeader || h == serverHeader || h == wxfFormat }

// mayBeHeader reports whether a line may be a header line. It is a quick check
// that excludes most lines.
func mayBeHeader(line []byte, wxf bool) bool {
	if len(line) < 2 {
		return false
	}
	switch c := line[0]; {
	case wxf, c >= utf8.RuneSelf, c == '[' && line[1] >= utf8.RuneSelf:
		return true
	case c == '[' || c == '{':
		return false
	case bytes.IndexByte([]byte("FMRUpru-"), c) >= 0 || isPlainHeader(line):
		return true
	case bytes.IndexByte(line, 'v') >= 0 && bytes.Contains(line, []byte(" vs. ")):
		return true
	}
	return bytes.Count(line, []byte{'/'}) >= 3
}

// checkHeader reports whether a header line, after a blank line or not, starts
// another record. If it does not, checkHeader updates the state of the current
// record. isHeader is false for other lines.
func (c *pgnState) checkHeader(line []byte, blank bool) (begins, isHeader bool) {
	if c.inBrace || c.inWXF && c.hasMoves && !c.ended {
		c.ended = c.ended || strings.Contains(string(line), wxfEnd)
		return false, c.inWXF && !c.inBrace
	}
	first := line[scan.SkipBlanks(string(line[:min(len(line), 8)]), 0):]
	if !mayBeHeader(first, c.inWXF) {
		return false, false
	}
	h := headerKindOf(string(line), c.inWXF && !c.hasMoves)
	switch {
	case h == noHeader:
		return false, false
	case h.startsRecord() && (c.hasTags || c.hasMoves):
		return true, true
	case h == keyHeader && c.hasMoves:
		if isPlainHeader(first) && !blank && !c.ended {
			return false, false
		}
		tag, _ := keyLine(string(line))
		return startKeys[tag.Key], startKeys[tag.Key]
	case h == titleHeader && c.hasMoves:
		return c.afterBlank || c.ended, c.afterBlank || c.ended
	}
	c.hasTags = true
	c.inWXF = c.inWXF || h == wxfFormat
	c.hasMoves = c.hasMoves || h == wxfMoves || h >= epdHeader
	return false, true
}

// readHeader reads a header line other than a tag pair at the current byte, if
// there is one.
func (t *pgnText) readHeader() bool {
	if c := t.text[t.at]; !t.inWXF &&
		(c == '{' || c == '[' && t.at+1 < len(t.text) && t.text[t.at+1] < utf8.RuneSelf) {
		return false // a comment or a tag pair
	}
	end := scan.LineEnd(t.text, t.at)
	line := t.text[t.at:end]
	h := headerKindOf(line, t.inWXF)
	if h == noHeader {
		return false
	}
	place := t.placeOf(t.at)
	if t.record.Place.Line == 0 {
		t.record.Place = place
	}
	add := func(key, value string) {
		if value != "" {
			t.record.Tags = append(t.record.Tags, record.Tag{Key: key, Value: value, Place: place})
		}
	}
	line = scan.Trim(line)
	switch h {
	case keyHeader:
		for _, tag := range keyLines(line) {
			add(tag.Key, tag.Value)
		}
	case titleHeader:
		for _, tag := range titleTags(line) {
			add(tag.Key, tag.Value)
		}
	case wxfFormat:
		t.inWXF = true
	case wxfHeader:
		word := line[:scan.WordEnd(line, 0)]
		t.readWXFHeader(wxfKeys[word], scan.Trim(line[len(word):]), add)
	case wxfMoves:
		end = t.at + len(wxfStart)
	case serverHeader:
		parts := serverLine.FindStringSubmatch(line)
		for i, key := range []string{"White", "WhiteElo", "Black", "BlackElo"} {
			if value := parts[i+1]; i%2 == 0 || value[0]-'0' <= 9 {
				add(key, strings.TrimRight(value, "EP"))
			}
		}
		if day := serverDay.FindStringSubmatch(parts[5]); day != nil {
			month := strings.Index("JanFebMarAprMayJunJulAugSepOctNovDec", day[1])/3 + 1
			dayOfMonth, _ := strconv.Atoi(day[2])
			add("Date", day[3]+"."+twoDigits(month)+"."+twoDigits(dayOfMonth))
		}
	case serverTable:
		if parts := matchLine.FindStringSubmatch(line); parts != nil {
			minutes, _ := strconv.Atoi(parts[3])
			add("Event", parts[1]+" "+parts[2]+" match")
			add("TimeControl", strconv.Itoa(60*minutes)+"+"+parts[4])
			switch kind := strings.ToLower(parts[2]); {
			case kind == fischerRandom:
				add("Variant", fischerRandomName)
			case !slices.Contains(speeds, kind):
				add("Variant", kind)
			}
		}
	case uciHeader:
		end = t.at + strings.Index(t.text[t.at:end], uciMoves) + len(uciMoves)
		if fen := uciLine.FindStringSubmatch(line)[1]; fen != "" {
			t.record.Start, t.record.StartPlace = fen, place
		}
	case epdHeader:
		t.readEPD(line, place, add)
	}
	if fen, ok := t.record.Tag("FEN"); ok && t.record.Start == "" {
		t.record.Start, t.record.StartPlace = fen, place
	}
	t.skipTo(end)
	return true
}

func twoDigits(n int) string { return strconv.Itoa(n/10%10) + strconv.Itoa(n%10) }

// readWXFHeader adds a header line of a WXF file. A player's has the rating and
// other fields after semicolons.
func (t *pgnText) readWXFHeader(key, value string, add func(key, value string)) {
	if key == "Red" || key == "Black" {
		name, more, _ := strings.Cut(value, ";")
		rating, _, _ := strings.Cut(more, ";")
		add(key, scan.Trim(name))
		add(key+"Elo", scan.Trim(rating))
		return
	}
	if key == "Date" {
		day, time, ok := strings.Cut(value, " ")
		if value = strings.ReplaceAll(day, "-", "."); ok {
			defer add("Time", scan.Trim(time))
		}
	}
	add(key, value)
}

// readEPD reads a position and turns its operations into tags.
func (t *pgnText) readEPD(line string, place scan.Place, add func(key, value string)) {
	parts := epdLine.FindStringSubmatch(line)
	half, full := "0", "1"
	operations := parts[5]
	if fields := strings.Fields(operations); len(fields) >= 2 && isNumber(fields[0]) && isNumber(fields[1]) {
		half, full = fields[0], fields[1]
		operations = strings.TrimSpace(operations[strings.Index(operations, fields[1])+len(fields[1]):])
	}
	for operations = scan.Trim(operations); operations != ""; operations = scan.Trim(operations) {
		var operation string
		operation, operations = cutOperation(operations)
		code, value, _ := strings.Cut(scan.Trim(operation), " ")
		value = strings.Trim(scan.Trim(value), `"`)
		switch {
		case code == "hmvc" && isNumber(value):
			half = value
		case code == "fmvn" && isNumber(value):
			full = value
		case code == "id":
			add("Title", value)
		case code != "":
			add(code, value)
		}
	}
	t.record.Start, t.record.StartPlace = strings.Join(append(parts[1:5:5], half, full), " "), place
	if parts[3] == "" { // the board and the side alone
		t.record.Start = parts[1] + " " + parts[2] + " - - 0 1"
	}
}

// cutOperation splits off the first operation, which ends at a semicolon
// outside quotation marks.
func cutOperation(text string) (operation, rest string) {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

func isNumber(text string) bool {
	_, after := scan.LeadingNumber(text)
	return after > 0 && after == len(text)
}

// clockPattern matches the time after a ply: (0:06) as servers write it, or
// 0:06.
var clockPattern = scan.NewPattern(
	`^(?:\(([0-9]{1,3}(?::[0-9]{2}){1,2}(?:\.[0-9]+)?)\)|([0-9]{1,2}(?::[0-9]{2}){1,2})(?:[\s]|$))`)

// readClock reads the time used for the previous ply.
func (t *pgnText) readClock() bool {
	f := t.top()
	if len(f.line) == 0 || f.plyStarted {
		return false
	}
	parts := clockPattern.FindStringSubmatch(t.text[t.at:min(len(t.text), t.at+20)])
	ply := &f.line[len(f.line)-1]
	if parts == nil || ply.Spent != nil {
		return false
	}
	text, size := parts[1], len(parts[0])
	if text == "" {
		text, size = parts[2], len(parts[2])
	}
	if strings.Count(text, ":") == 1 {
		text = "0:" + text
	}
	d, ok := record.ParseClock(text)
	if ok {
		ply.Spent = &d
		t.at += size
	}
	return ok
}

// scorePattern matches the evaluation that an engine or a person wrote after a
// ply: +0.31, -1.5/12, (0.3), +M5.
var scorePattern = scan.NewPattern(`^(?:\((` + score + `)\)(?:\s|$)|(` + score + `)(?:[\s)]|$))`)

const score = `[+-]?[0-9]{1,3}\.[0-9]{1,2}(?:/[0-9]{1,3})?|[+-][#M][0-9]{1,3}`

// readScore reads an evaluation as a comment of the previous ply: the side that
// it favours is unknown.
func (t *pgnText) readScore() bool {
	f := t.top()
	if len(f.line) == 0 || f.plyStarted {
		return false
	}
	parts := scorePattern.FindStringSubmatch(t.text[t.at:min(len(t.text), t.at+20)])
	if parts == nil {
		return false
	}
	text, size := parts[2], len(parts[2])
	if text == "" {
		text, size = parts[1], len("()")+len(parts[1])
	}
	f.line[len(f.line)-1].AddComment(text)
	t.at += size
	return true
}

// secondsPattern matches the seconds that Korean servers write after a ply:
// <12>.
var secondsPattern = scan.NewPattern(`^<([0-9]{1,5})>`)

// readSeconds reads the time used for the previous ply, in seconds.
func (t *pgnText) readSeconds() bool {
	parts := secondsPattern.FindStringSubmatch(t.text[t.at:min(len(t.text), t.at+8)])
	if f := t.top(); parts != nil && len(f.line) > 0 {
		seconds, _ := strconv.Atoi(parts[1])
		d := time.Duration(seconds) * time.Second
		f.line[len(f.line)-1].Spent = &d
		t.at += len(parts[0])
		return true
	}
	return false
}
