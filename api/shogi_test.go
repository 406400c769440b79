package api

import (
	"assay/api/games"
	"assay/api/records"
	"assay/api/search"
	"strings"
	"testing"
)

// TestShogiHeaders finds shogi games by player, event and date, in any
// notation.
func TestShogiHeaders(t *testing.T) {
	a := newArchive(t)
	for name, text := range map[string]string{
		"kif":  "開始日時：2010/06/01 09:00\n棋戦：第68期名人戦\n場所：東京\n手合割：平手\n先手：三浦\n後手：羽生善治\n手数----指手--\n1 ７六歩(77)\n2 投了\n",
		"ki2":  "開始日時：2010/06/01\n棋戦：第68期名人戦\n場所：東京\n先手：三浦\n後手：羽生善治\n\n▲７六歩\nまで1手で先手の勝ち\n",
		"csa":  "V2.2\nN-羽生善治\nN+三浦\n$EVENT:第68期名人戦\n$SITE:東京\n$START_TIME:2010/06/01 09:00:00\nPI\n+\n+7776FU\n%TORYO\n",
		"jkf":  `{"header":{"先手":"三浦","後手":"羽生善治","棋戦":"第68期名人戦","場所":"東京","対局日":"2010年6月1日"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU","color":0}},{"special":"TORYO"}]}`,
		"odds": "開始日時：2010/06/01\n表題：第68期名人戦\n場所：東京\n手合割：香落ち\n上手：羽生善治\n下手：三浦\n手数----指手--\n1 ３四歩(33)\n2 ７六歩(77)\n3 投了\n",
		"pgn":  "[Event \"第68期名人戦\"]\n[Site \"東京\"]\n[Date \"2010.06.01\"]\n[Variant \"shogi\"]\n[White \"三浦\"]\n[Black \"羽生善治\"]\n\n1. Pc4 1-0\n",
	} {
		if _, err := a.Submit(t.Context(), name, strings.NewReader(text), records.Reading{}, false); err != nil {
			t.Fatal(name, err)
		}
	}
	for _, f := range []games.Filter{{Player: "羽生"}, {From: "2010-06", To: "2010-06-01"}, {Event: "第68期"}} {
		page, err := a.List(t.Context(), f, "", "", 50)
		if err != nil || page.Total != 6 {
			t.Errorf("%+v: %+v, %v", f, page, err)
			continue
		}
		for _, g := range page.Games {
			if g.First != "三浦" || g.Second != "羽生善治" || g.Event != "第68期名人戦" || g.Site != "東京" || g.Date != "2010-06-01" || g.Result != "1-0" {
				t.Errorf("%+v", g)
			}
		}
	}
	for query, want := range map[string]int{"player:羽生善治": 6, "white:三浦": 6, "event:名人戦": 5, "date = 2010-06-01": 6, "先手:三浦": 6} {
		result, err := a.Search(t.Context(), search.SearchQuery{Query: query})
		if err != nil || result.Total != want {
			t.Errorf("%s: %+v, %v", query, result, err)
		}
	}
}
