package analysis_test

import "testing"

// TestHeaders warns of unreadable headers.
func TestHeaders(t *testing.T) {
	const moves = "\n1. e4 e5 1-0\n"
	var rows []judgement
	for value, remark := range map[string]string{
		"[Date \"Sun Jul 09 2023\"]": "", "[Date \"2023.07.09\"]": "", "[Date \"????.??.??\"]": "", "[Date \"?\"]": "", "[Date \"2023.??.??\"]": "",
		"[Date \"2023.02.30\"]": "there is no such day as", "[Date \"2023.13.01\"]": "there is no such day as",
		"[Date \"some day in spring\"]": "the date \"some day in spring\" is not understood", "[EventDate \"2023/31/12\"]": "there is no such day",
		"[UTCDate \"20230709\"]": "", "[UTCDate \"03/04/2024\"]": "the day or the month first", "[UTCDate \"202307\"]": "is not understood", "[EndTime \"18:30:14 PDT\"]": "", "[StartTime \"2023.07.09 18:30\"]": "",
		"[WhiteElo \"2500\"]": "", "[WhiteElo \"?\"]": "", "[WhiteElo \"-\"]": "", "[BlackElo \"0\"]": "", "[WhiteElo \"1500?\"]": "",
		"[BlackElo \"strong\"]": "the rating \"strong\" of BlackElo is not understood",
	} {
		rows = append(rows, judgement{value, value + "\n" + moves, "legal", "chess", 2, "1-0", remark})
	}
	judgeAll(t, rows)
}
