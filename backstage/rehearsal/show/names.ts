import { type Language, languages } from '#shared/contract/language.ts';
import type { Random } from '../random.ts';

export type ShowLocale = Language;

const given: Record<ShowLocale, readonly string[]> = {
  ja: 'さくら ゆき はるか みお ひなた りく そら あおい けんた まこと ちひろ なな たけし ゆうた しおり もも かえで れん こはる つばさ 美咲 翔太 凛 陽菜'.split(
    ' ',
  ),
  en: 'Mia Noah Ava Leo Chloe Jay Ruby Theo Ivy Max Luna Finn Zoe Kai Nora Owen Hazel Milo Piper Dex Freya Otto Wren Cass'.split(
    ' ',
  ),
  zh_CN:
    '小雨 阿杰 晓晓 星辰 婷婷 子轩 小鹿 大伟 清风 思琪 阿文 糖糖 浩然 月儿 小北 嘉怡 老王 豆豆 南风 依依 一鸣 青青 阿May 乐乐'.split(
      ' ',
    ),
};

const endings: Record<ShowLocale, readonly string[]> = {
  ja: ['ちゃん', 'くん', '@推し活中', '🌸', '＠応援団', 'さん', '（仕事中）', 'の父', '', '', ''],
  en: [' 🦋', '_live', ' x', ' (lurking)', ' 🇬🇧', '.exe', ' & co', '', '', '', ''],
  zh_CN: ['🌙', '同学', '（潜水）', '爱吃瓜', '～', '本人', '🍉', '的小号', '', '', ''],
};

/** Difficult names as in real rooms: very short, very long, right-to-left, or with invisible characters. */
export const awkwardNames: readonly string[] = [
  'K',
  '凛',
  '👑',
  '🅼🅰🆁🅲🅾 ⚜️',
  '𝓛𝓲𝓵𝔂 ♡',
  'نور الهدى ✨',
  'שלומית 💙',
  'zero\u200bwidth\u200dname',
  '\u202eesrever',
  '👨‍👩‍👧‍👦 family',
  'Ｗｉｄｅ　Ｎａｍｅ',
  'ﾊﾝｶｸ ｶﾅ ﾃﾞｽ',
  '<b>bold</b> & "quoted"',
  'a very long nickname of exactly forty ch',
  'とても長いニックネームを四十文字ちょうどになるまで書き続けたらこうなりましたとい',
  'user7312904418802',
];

const elsewhere: readonly ShowLocale[] = languages;

/** A nickname for a room of this language. One viewer in five uses another language; a few names are awkward. */
export function makeNickname(random: Random, locale: ShowLocale): string {
  if (random.chance(0.06)) return random.pick(awkwardNames);
  const language = random.chance(0.2) ? random.pick(elsewhere) : locale;
  const name = random.pick(given[language]) + random.pick(endings[language]);
  return random.chance(0.3) ? `${name}${random.int(1, 99)}` : name;
}

const words = 'mochi sora neko star luna river tofu blue momo kiki echo panda'.split(' ');

/** A platform username (without @). It ends with the viewer's number, so it is unique. */
export function makeUsername(random: Random, index: number): string {
  const separator = random.pick(['', '_', '.']);
  return `${random.pick(words)}${separator}${random.pick(words)}${(index + 10).toString(36)}`;
}

const chat: Record<ShowLocale, readonly string[]> = {
  ja: [
    'かわいい！',
    'がんばれー！',
    '初見です',
    'バラ投げた🌹',
    '逆転いける！',
    'www',
    '推しが今日も尊い',
    '次だれの番？',
  ],
  en: [
    'let’s go!!',
    'first time here, hi',
    'GO GO GO',
    'one more rose 🌹',
    'she is so good',
    'lol',
    'who is next?',
  ],
  zh_CN: [
    '加油加油！',
    '第一次来',
    '冲冲冲',
    '哈哈哈哈',
    '玫瑰走起🌹',
    '下一个是谁？',
    '好可爱',
    '守住守住！',
  ],
};

export function makeChat(random: Random, locale: ShowLocale): string {
  return random.pick(chat[random.chance(0.15) ? random.pick(elsewhere) : locale]);
}
