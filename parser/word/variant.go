package word

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// hanVariants are groups of Chinese characters that are equivalent in names and
// titles: old, new and simplified forms. The first character of a group
// represents the group in searches.
const hanVariants = `
	辺邊邉 高髙 崎﨑 浜濱滨 沢澤泽 広廣广 斉齊斎齋齐 竜龍龙 国國 円圓圆 栄榮荣 恵惠
	真眞 豊豐 寿壽 蔵藏 桜櫻樱 島嶋嶌岛 富冨 峰峯 館舘馆 徳德 弥彌 滝瀧 瀬瀨 学學
	会會 囲圍围 対對对 将將 吉𠮷 万萬 与與 乗乘 亜亞亚 伝傳传 児兒儿 仏佛 仮假 勲勳勋
	区區 単單单 厳嚴严 図圖图 団團团 増增 壮壯 実實实 寛寬宽 専專专 峡峽 巌巖 帯帶带
	庁廳厅 従從从 恋戀 戯戲戏 戦戰战 払拂 摂攝 数數 暁曉晓 条條 来來 楽樂乐 横橫
	歴歷历 気氣气 浄淨净 浅淺 渓溪 湾灣 灯燈 炉爐 独獨 画畫 当當 発發 尽盡 禅禪 礼禮
	稲稻 並竝 経經经 総總总 続續续 声聲 芸藝艺 号號 虫蟲 誉譽 読讀读 変變变 頼賴赖
	転轉转 遥遙 村邨 郷鄕乡 医醫 釈釋 鉄鐵铁 関關关 雑雜 静靜 顕顯 駅驛 鶏鷄鸡 塩鹽
	麦麥 黄黃 黒黑 齢齡 点點 戸户戶 内內 呂吕 呉吳吴 青靑 清淸 飯飰 勝胜 負负 陳陈
	劉刘 趙赵 孫孙 羅罗 鄭郑 謝谢 韓韩 馮冯 蘇苏 盧卢 蔣蒋 賈贾 葉叶 閻阎 鍾鐘钟
	陸陆 顧顾 鄒邹 許许 銀银 欽钦 華华 興兴 東东 馬马 車车 楊杨 張张 湯汤 義义 慶庆
	軍军 強彊强 偉伟 紅红 鵬鹏 飛飞 凱凯 宝寶 貴贵 剣劍劔剑 賽赛 個个箇 錦锦 標标
	級级 聯联 師师 帥帅 進进 炮砲 棋棊 杯盃 黨党 蕭萧 鄧邓 潔洁 麗丽 余餘 連连
	輝辉 鋒锋 釗钊 陽阳 寧宁 瑩莹 穎颖 蘭兰 鴻鸿 決决 預预 選选 輪轮 組组 運运 誼谊
	際际 傑杰 濤涛 範范 諶谌 竇窦 應応应 歐欧 滙匯汇 賓宾 嶽岳 糸絲 桒桑 舩船 栢柏
	槇槙 橋槗桥 﨔欅 逹達达 邇迩 曽曾 禰祢
`

// variantOf maps each other character of a group to the first.
var variantOf = func() map[rune]rune {
	of := map[rune]rune{}
	for group := range strings.FieldsSeq(norm.NFKC.String(hanVariants)) {
		runes := []rune(group)
		for _, r := range runes[1:] {
			if r != runes[0] {
				of[r] = runes[0]
			}
		}
	}
	return of
}()

// katakana are the katakana letters that have a hiragana letter, which is
// katakanaShift before them.
const firstKatakana, lastKatakana, katakanaShift = 'ァ', 'ヶ', 'ァ' - 'ぁ'

// spell returns the form in which a folded character is searched: hiragana for
// katakana, and the first of a group of Chinese characters.
func spell(r rune) rune {
	if r >= firstKatakana && r <= lastKatakana {
		return r - katakanaShift
	}
	if variant, ok := variantOf[r]; ok {
		return variant
	}
	return r
}

// spelled returns a text in the form in which its characters are searched.
func spelled(text string) string { return strings.Map(spell, text) }
