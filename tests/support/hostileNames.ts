/** Names that could break a page, its layout or its security, and some long, short or foreign ones. */
export const hostileNames: readonly string[] = [
  '<img src=x onerror=alert(1)><b>bold</b>',
  '\u202e\u2067gnp.exe\u202e right to left',
  'نور الهدى ✨ اسم طويل جدا لا ينتهي أبدا',
  'x'.repeat(200),
  '👨‍👩‍👧‍👦'.repeat(60),
  'Z\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358'.repeat(20),
  '\u200b\u200d\ufeff\u3164',
  '長い名前を四十文字ちょうどになるまで書き続けたらこうなりましたという例です',
  'W'.repeat(40),
  'a\nb\tc\u2028d',
  '𝓛𝓲𝓵𝔂 ﷽ ꧅',
  '1',
];
