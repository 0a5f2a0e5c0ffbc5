import type { OverlayLanguage } from '../texts/texts.ts';

/** The people and gifts of the sample show in one language. */
export interface Cast {
  anchors: readonly string[];
  viewers: readonly string[];
  dances: readonly string[];
  /** The effects of each dance, in the same order. */
  danceEffects: readonly string[];
  gifts: readonly SampleGift[];
}

interface SampleGift {
  id: number;
  name: string;
  diamonds: number;
  sign: string;
}

const names: Record<OverlayLanguage, Pick<Cast, 'anchors' | 'viewers' | 'dances' | 'danceEffects'>> = {
  ja: {
    anchors: ['ひまり', 'レン', 'ことね', 'ユウキ', 'みるく', 'カイト'],
    viewers: [
      'さくら推し🌸',
      'たけし',
      '夜更かし隊長',
      'ゆき＠応援団',
      'まこと',
      'もふもふ',
      'Rin_88',
      '抹茶ラテ',
      'こはる',
      'けんた（仕事中）',
    ],
    dances: ['アイドルダンス', 'くるくるターン', 'ラブポーズ', '腰振りステップ', 'ジャンプ！'],
    danceEffects: ['全員で踊る', 'センターが3回転', 'カメラにハート', '', '全員で10回'],
  },
  en: {
    anchors: ['Stella', 'Rio', 'Juno', 'Ace', 'Honey', 'Blaze'],
    viewers: [
      'moonlit fox',
      'Ivy & co',
      'captain_toast',
      'Noah 🦋',
      'LunaBee',
      'midnight.ramen',
      'Theo',
      'so_sleepy',
      'Wren',
      'big_hat_energy',
    ],
    dances: ['Idol routine', 'Spin turn', 'Heart pose', 'Sway step', 'Big jump'],
    danceEffects: [
      'Everyone dances',
      'Three spins in the middle',
      'Hearts to the camera',
      '',
      'Ten jumps, all together',
    ],
  },
  zh_CN: {
    anchors: ['小暖', '凯文', '可可', '阿泽', '甜甜', '星宇'],
    viewers: [
      '爱吃瓜的阿杰',
      '星辰大海',
      '小鹿乱撞🦌',
      '南风知我意',
      '糖糖今天早睡',
      '老王',
      '清风',
      'May同学',
      '月儿弯弯',
      '豆豆',
    ],
    dances: ['偶像舞', '转圈圈', '比心舞', '摇摆步', '跳跳跳'],
    danceEffects: ['全员一起跳', 'C位转三圈', '对镜头比心', '', '全员跳十下'],
  },
};

const gifts: readonly ({ id: number; diamonds: number; sign: string } & Record<OverlayLanguage, string>)[] = [
  { id: 5827, diamonds: 1, sign: '🍦', en: 'Ice Cream Cone', ja: 'ソフトクリーム', zh_CN: '冰淇淋甜筒' },
  { id: 6246, diamonds: 1, sign: '👍', en: 'Thumbs Up', ja: 'グッド', zh_CN: '点赞' },
  { id: 5879, diamonds: 30, sign: '🍩', en: 'Doughnut', ja: 'ドーナツ', zh_CN: '甜甜圈' },
  { id: 5658, diamonds: 20, sign: '🧴', en: 'Perfume', ja: '香水', zh_CN: '香水' },
  { id: 8130, diamonds: 99, sign: '💖', en: 'Like-Pop', ja: 'ハートのバブルガン', zh_CN: '爱心泡泡枪' },
  { id: 6671, diamonds: 199, sign: '💌', en: 'Love You', ja: '愛してる', zh_CN: '爱你' },
  { id: 5655, diamonds: 1, sign: '🌹', en: 'Rose', ja: 'バラ', zh_CN: '玫瑰' },
  { id: 5487, diamonds: 5, sign: '💗', en: 'Finger Heart', ja: 'フィンガーハート', zh_CN: '手指爱心' },
  { id: 5660, diamonds: 100, sign: '💞', en: 'Hand Hearts', ja: 'ハートポーズ', zh_CN: '双手爱心' },
  { id: 6267, diamonds: 299, sign: '🐶', en: 'Corgi', ja: 'コーギー', zh_CN: '柯基' },
];

export function castOf(language: OverlayLanguage): Cast {
  return { ...names[language], gifts: gifts.map((gift) => ({ ...gift, name: gift[language] })) };
}

const skinColours = ['#f7d3b5', '#f1c19b', '#e3a878', '#fbe0cb', '#d79a6a', '#f4cba8'];
const hairColours = ['#2b1d16', '#5b3420', '#e0a23a', '#7a3fb0', '#d9577f', '#22364f'];
const backgrounds = [
  ['#ff9a6b', '#e0457b'],
  ['#5ab6ff', '#3456d8'],
  ['#ffd36b', '#ff7a4d'],
  ['#6fe0b0', '#1f8fa8'],
  ['#f9a8d4', '#a855f7'],
  ['#93c5fd', '#6d5bd0'],
];
const hairPaths = [
  'M26 50c-3-26 10-38 24-38s27 12 24 38c-3-10-8-17-14-20-8 5-22 6-28 5-3 4-5 9-6 15z',
  'M25 46c-2-22 9-34 25-34s27 12 25 34c-4-7-7-11-9-18-9 6-24 7-32 1-2 6-5 11-9 17z',
  'M22 76c-4-42 6-65 28-65s32 23 28 65c-5 2-9 2-12 1 3-18 2-33-4-43-8 4-18 5-25 3-4 9-5 23-3 40-3 1-7 1-12-1z',
  'M27 44c0-8 0-12 3-18l-6 1c5-9 13-16 26-15 15-1 25 9 24 32-3-6-5-10-8-14-7 1-13-1-18-4-5 5-14 6-18 6-1 4-2 7-3 12z',
];

/** A drawn portrait of the anchor with this index, as a data URL. */
export function portrait(index: number): string {
  const pick = <T>(all: readonly T[], fallback: T): T => all[index % all.length] ?? fallback;
  const [top, bottom] = pick(backgrounds, ['#888888', '#444444']);
  const skin = pick(skinColours, '#f1c19b');
  const hair = pick(hairColours, '#2b1d16');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><path fill="url(#g)" d="M0 0h100v100H0z"/><circle cx="78" cy="20" r="26" fill="#fff" opacity=".14"/><path fill="${bottom}" d="M14 100c2-18 17-25 36-25s34 7 36 25z"/><path fill="#fff" opacity=".22" d="M34 78c4 10 28 10 32 0l6 3c-6 15-38 15-44 0z"/><path fill="${skin}" d="M42 62h16v14c-3 6-13 6-16 0z"/><ellipse cx="50" cy="47" rx="20" ry="23" fill="${skin}"/><path fill="#e8836f" opacity=".35" d="M33 51h7v4h-7zm27 0h7v4h-7z"/><path fill="#2b2320" d="M40 45c2-2 4-2 5 0v3h-5zm15 0c2-2 4-2 5 0v3h-5z"/><path fill="none" stroke="#b4523f" stroke-width="2" stroke-linecap="round" d="M45 58c3 3 7 3 10 0"/><path fill="${hair}" d="${pick(hairPaths, '')}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A picture of a sample gift, as a data URL. */
export function giftDrawing(sign: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="81" font-size="82" text-anchor="middle">${sign}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
