import type { OverlayLanguage } from '../texts/texts.ts';

/** The people and gifts of the sample show, in the language of the widget that shows it. */
export interface Cast {
  anchors: readonly string[];
  viewers: readonly string[];
  dances: readonly string[];
  /** What each of the dances does, in their order. */
  danceEffects: readonly string[];
  gifts: readonly SampleGift[];
}

export interface SampleGift {
  id: number;
  name: string;
  diamonds: number;
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

const gifts: readonly ({ id: number; diamonds: number } & Record<OverlayLanguage, string>)[] = [
  { id: 5827, diamonds: 1, en: 'Ice Cream Cone', ja: 'ソフトクリーム', zh_CN: '冰淇淋甜筒' },
  { id: 6246, diamonds: 1, en: 'Thumbs Up', ja: 'グッド', zh_CN: '点赞' },
  { id: 5879, diamonds: 30, en: 'Doughnut', ja: 'ドーナツ', zh_CN: '甜甜圈' },
  { id: 5658, diamonds: 20, en: 'Perfume', ja: '香水', zh_CN: '香水' },
  { id: 8130, diamonds: 99, en: 'Like-Pop', ja: 'ハートのバブルガン', zh_CN: '爱心泡泡枪' },
  { id: 6671, diamonds: 199, en: 'Love You', ja: '愛してる', zh_CN: '爱你' },
  { id: 5655, diamonds: 1, en: 'Rose', ja: 'バラ', zh_CN: '玫瑰' },
  { id: 5487, diamonds: 5, en: 'Finger Heart', ja: 'フィンガーハート', zh_CN: '手指爱心' },
  { id: 5660, diamonds: 100, en: 'Hand Hearts', ja: 'ハートポーズ', zh_CN: '双手爱心' },
  { id: 6267, diamonds: 299, en: 'Corgi', ja: 'コーギー', zh_CN: '柯基' },
];

export function castOf(language: OverlayLanguage): Cast {
  return { ...names[language], gifts: gifts.map((gift) => ({ ...gift, name: gift[language] })) };
}
