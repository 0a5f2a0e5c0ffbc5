/** A gift of the rehearsal's viewers, with the platform's ids, prices and types. */
export interface ShowGift {
  id: number;
  /** The platform's English name, as messages contain it. */
  name: string;
  /** Diamonds of one piece. */
  diamonds: number;
  /** 1 comes as a streak with a closing message; 2 and 4 come as one message each. */
  type: 1 | 2 | 4;
  /** The address of the picture; a made-up one by default. */
  picture?: string;
}

const gift = (id: number, name: string, diamonds: number, type: 1 | 2 | 4): ShowGift => ({
  id,
  name,
  diamonds,
  type,
});

/** Gifts that all viewers send to all anchors. */
export const commonGifts: readonly ShowGift[] = [
  gift(5655, 'Rose', 1, 1),
  gift(6912, 'Cat Paws', 1, 1),
  gift(6788, 'Glow Stick', 1, 1),
  gift(9139, 'Team Bracelet', 2, 1),
  gift(5487, 'Finger Heart', 5, 1),
  gift(8913, 'Rosa', 10, 1),
  gift(7934, 'Heart Me', 1, 4),
];

/** Gifts that generous viewers send now and then, one at a time. */
export const bigGifts: readonly ShowGift[] = [
  gift(5659, 'Paper Crane', 99, 2),
  gift(9333, 'LIVE Fest Clappers', 100, 2),
  gift(5660, 'Hand Hearts', 100, 2),
  gift(6437, 'Garland Headpiece', 199, 4),
  gift(6267, 'Corgi', 299, 2),
  gift(7168, 'Money Gun', 500, 2),
  gift(6090, 'Fireworks', 1088, 2),
  gift(6563, 'Meteor Shower', 3000, 2),
  gift(6646, 'Leon the Kitten', 4888, 2),
];

/** One gift for each anchor. None of them is a common one. */
export const exclusiveGifts: readonly ShowGift[] = [
  gift(5827, 'Ice Cream Cone', 1, 1),
  gift(6246, 'Thumbs Up', 1, 1),
  gift(5879, 'Doughnut', 30, 1),
  gift(5658, 'Perfume', 20, 1),
  gift(8130, 'Like-Pop', 99, 1),
  gift(6671, 'Love You', 199, 2),
];

export const rose: ShowGift = gift(5655, 'Rose', 1, 1);
