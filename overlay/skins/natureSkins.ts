import { arcPath, draw, gradient, MIDDLE, placeOnRing, polar, ring, round, type SkinArt } from './svg.ts';

const petal = 'M0 0C-9 -6 -10 -17 -4 -22L0 -18L4 -22C10 -17 9 -6 0 0Z';

function blossom(fill: string, size: number): SVGGElement {
  const petals = [0, 72, 144, 216, 288].map((turn) =>
    draw('path', { d: petal, fill, stroke: '#d7689a', 'stroke-width': 1.3, transform: `rotate(${turn})` }),
  );
  const threads = [20, 92, 164, 236, 308].map((turn) =>
    draw('path', { d: 'M0 0V-9', stroke: '#c2457f', 'stroke-width': 1.4, transform: `rotate(${turn})` }),
  );
  return draw(
    'g',
    { transform: `scale(${size})` },
    ...petals,
    ...threads,
    draw('circle', { r: 3.4, fill: '#ffd76a', stroke: '#c2457f', 'stroke-width': 1 }),
  );
}

/** A cherry branch around the picture, with blossoms above and below, and falling petals. */
export const sakura: SkinArt = ({ hard }) => {
  const satin = gradient([
    [0, '#fff3f8'],
    [0.5, '#ffbcd7'],
    [1, '#f48ab6'],
  ]);
  const bloom = gradient(
    [
      [0, '#ffffff'],
      [0.5, '#ffd9e8'],
      [1, '#ff9cc4'],
    ],
    { x1: 0, y1: 0, x2: 0, y2: 1 },
  );
  const flowers = (
    [
      [90, -58, 1.05],
      [92, -34, 1.3],
      [84, -12, 0.95],
      [100, -44, 0.72],
      [84, -80, 0.8],
      [90, 118, 1.0],
      [92, 142, 1.25],
      [84, 164, 0.85],
      [100, 132, 0.7],
    ] as const
  ).map(([radius, degrees, size]) =>
    placeOnRing(radius, degrees, degrees * 1.7, 1, blossom(bloom.fill, size)),
  );
  const parts: Node[] = [
    satin.element,
    bloom.element,
    draw('path', { d: arcPath(88, -100, 12), fill: 'none', stroke: '#5b3423', 'stroke-width': 7 }),
    draw('path', { d: arcPath(88, 92, 186), fill: 'none', stroke: '#5b3423', 'stroke-width': 7 }),
    ring(68, 81, { stroke: satin.fill }),
    ring(68, 70, { stroke: '#d7689a' }),
    ring(80, 82, { stroke: '#d7689a' }),
    ring(74, 75.5, { stroke: '#ffffff' }),
    draw('g', { class: 'sk-sway' }, ...flowers),
  ];
  if (hard) return parts;
  for (const [index, degrees] of [-40, 40, 128].entries()) {
    const { x, y } = polar(84, degrees);
    parts.push(
      draw(
        'g',
        { transform: `translate(${x} ${y}) rotate(${degrees})` },
        draw('path', { class: `sk-fall sk-late-${index}`, d: petal, fill: '#ffb3d1', opacity: 0 }),
      ),
    );
  }
  return parts;
};

/** Outline of an almost closed brush stroke. `inner` and `outer` return its radii at a part (0 to 1) of the stroke. */
function enso(inner: (part: number) => number, outer: (part: number) => number): string {
  const from = 24;
  const until = 366;
  const steps = 90;
  const edge = (radius: (part: number) => number, part: number) => {
    const { x, y } = polar(radius(part), from + (until - from) * part);
    return `${x} ${y}`;
  };
  const out = Array.from({ length: steps + 1 }, (_, index) => edge(outer, index / steps));
  const back = Array.from({ length: steps + 1 }, (_, index) => edge(inner, 1 - index / steps));
  return `M${[...out, ...back].join('L')}Z`;
}

const drops = [
  [104, 30, 4.4],
  [110, 37, 2.4],
  [101, 44, 3],
  [112, 22, 1.8],
  [100, 205, 2.4],
  [106, 198, 3.4],
  [98, 300, 2],
] as const;

/** One brush stroke around the picture, on paper, with a red seal. */
export const inkBrush: SkinArt = () => {
  const wobble = (part: number, rate: number) => Math.sin(part * rate) * 1.3;
  const stroke = enso(
    (part) => 77 + wobble(part, 21) + part * 2,
    (part) =>
      77 +
      22 * Math.sin(Math.min(1, part * 1.5 + 0.18) * Math.PI * 0.62) * (1 - part * 0.36) +
      wobble(part, 34),
  );
  const dry = Array.from({ length: 8 }, (_, index) => {
    const radius = 80 + index * 2.1;
    const from = 190 + ((index * 37) % 70);
    const until = Math.min(364, from + 70 + ((index * 53) % 60));
    const start = polar(radius, from);
    const end = polar(radius - 1, until);
    return draw('path', {
      d: `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`,
      fill: 'none',
      stroke: '#f6f1e4',
      'stroke-width': round(0.8 + (index % 3) * 0.5),
    });
  });
  const seal = polar(92, 130);
  return [
    ring(68, 96, { stroke: '#f6f1e4' }),
    ...drops.map(([radius, degrees, size]) => {
      const { x, y } = polar(radius, degrees);
      return draw('circle', { cx: x, cy: y, r: size, fill: '#16181d' });
    }),
    draw('path', { class: 'sk-brush', d: stroke, fill: '#16181d' }),
    ...dry,
    ring(68, 71, { stroke: '#16181d' }),
    draw(
      'g',
      { transform: `translate(${seal.x} ${seal.y}) rotate(-8)` },
      draw('rect', { x: -15, y: -15, width: 30, height: 30, fill: '#c42f20' }),
      draw('path', {
        d: 'M-10 -10H10M-10 -3H10M0 -10V10M-10 4H-3M3 4H10M-10 10H10M-7 -3V10M7 -3V10',
        stroke: '#fbeee0',
        'stroke-width': 2.2,
        fill: 'none',
      }),
    ),
    draw('circle', { class: 'sk-drop', cx: MIDDLE + 66, cy: MIDDLE - 66, r: 5, fill: '#16181d', opacity: 0 }),
  ];
};
