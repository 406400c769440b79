package external

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestMain is an engine where it is asked to be one, of a temper.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "engine" {
		fake(os.Args[2], os.Args[3:])
		return
	}
	os.Exit(m.Run())
}

// fake speaks UCI, and has but one thing to say of the start of chess.
func fake(temper string, args []string) {
	if temper == "deaf" {
		fmt.Println("uciok\nreadyok")
		select {}
	}
	if strings.HasPrefix(temper, "xboard") {
		fakeXBoard(temper)
		return
	}
	game := "chess"
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "uci":
			if temper == "shy" {
				continue
			}
			fmt.Println("A banner\nid name Fake 1.0\noption name MultiPV type spin default 1 min 1 max 5")
			fmt.Println("option name Own Book type check default false\noption name UCI_Variant type combo default " +
				"chess var chess var mini var xiangqi\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			if words[2] == "UCI_Variant" {
				game = words[4]
			}
			if len(args) > 0 && args[0] == "log" {
				fmt.Fprintln(os.Stderr, in.Text())
			}
		case "go":
			think(temper, args, game, words)
		case "stop":
			if temper == "patient" {
				fmt.Println("bestmove g1f3")
			}
		case "quit":
			return
		}
	}
}

func think(temper string, args []string, game string, words []string) {
	switch temper {
	case "crash":
		fmt.Fprintln(os.Stderr, "so that is\nthe end")
		os.Exit(3)
	case "crash once":
		if _, err := os.Stat(args[0]); err != nil {
			if err := os.WriteFile(args[0], nil, 0o600); err != nil {
				panic(err)
			}
			os.Exit(3)
		}
		fmt.Println("info depth 1 score cp 1 pv e2e4\nbestmove e2e4")
	case "flood":
		for line := strings.Repeat("info string and on and on ", 20); ; {
			fmt.Println(line)
		}
	case "endless":
		for {
			fmt.Print(strings.Repeat("no end ", 1000))
		}
	case "lie":
		fmt.Println("info depth 1 score cp 900 pv e2e5\nbestmove e2e4")
	case "lie last":
		fmt.Println("info depth 1 score cp 900 pv e2e4\nbestmove e2e5")
	case "lie later":
		fmt.Println("info depth 3 score cp 9 pv e2e4 e7e5 e1e8\nbestmove e2e4")
	case "nothing":
		fmt.Println("bestmove")
	case "none":
		fmt.Println("bestmove (none)")
	case "resign":
		fmt.Println("bestmove resign")
	case "silent":
		fmt.Println("bestmove e2e4")
	case "talk":
		fmt.Println("info depth 1 score cp 20 nodes 20 pv e2e4\ninfo depth 2 multipv 1 score cp 31 nodes 100 time 7 " +
			"pv d2d4 d7d5")
		fmt.Println("info depth 2 multipv 2 score mate 3 pv e2e4\ninfo depth 3 multipv 1 score cp 99 lowerbound " +
			"nodes 200 pv c2c4\nbestmove d2d4 ponder d7d5")
	case "tell":
		fmt.Println("info depth 1 score cp 0 pv " +
			map[string]string{"chess": "e2e4", "mini": "b1b2", "xiangqi": "h3e3"}[game])
		fmt.Println("bestmove", map[string]string{"chess": "e2e4", "mini": "b1b2", "xiangqi": "h3e3"}[game])
	case "echo":
		fmt.Fprintln(os.Stderr, strings.Join(words, " "))
		os.Exit(1)
	}
}

// fakeXBoard speaks the protocol of XBoard.
func fakeXBoard(temper string) {
	var log []string
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		if !slices.Contains([]string{"xboard", "protover", "accepted"}, words[0]) {
			log = append(log, in.Text())
		}
		switch words[0] {
		case "protover":
			fmt.Println("a banner\nfeature ping=1 usermove=1 myname=\"Fake X 2\" " +
				"variants=\"normal,fischerandom,xiangqi\"")
			if temper == "xboard san" {
				fmt.Println("feature san=1")
			}
			fmt.Println("feature option=\"Own Book -check 0\" done=1")
		case "ping":
			fmt.Println("pong", words[1])
		case "go", "?":
			fmt.Println(map[string]string{
				"xboard":         "# thinks\n 1 20 0 20 e2e4\n2 31 7 100 5 9000 0\td2d4 d7d5\n3 9 1 1 (book)\nmove d2d4",
				"xboard mate":    "4 100003 1 10 e2e4 e7e5\nmove e2e4",
				"xboard mated":   "4 -100002 1 10 e2e4\nmove e2e4",
				"xboard xiangqi": "move h2e2",
				"xboard castles": "move O-O",
				"xboard resigns": "0-1 {White resigns}",
				"xboard lies":    "move e2e5",
				"xboard refuses": "Illegal move: e2e4",
				"xboard log":     "tellusererror " + strings.Join(log, "; "),
			}[temper])
		case "quit":
			return
		}
	}
}
