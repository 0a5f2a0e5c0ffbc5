import { type Actor, type EffectArt, onSides, type Painting, type Scene } from '../../core/actor.ts';
import { type Brush, fade, paintWash } from '../../core/canvas.ts';
import { Lake } from './lake.ts';
import { CrackGlow, embers, flames } from './movers.ts';
import { paintCrust, paintMolten } from './rocks.ts';

/** Cooling rock with glowing cracks; from level 2 also flames and a lake of lava. */
export const lava: EffectArt = {
  *paint(brush, scene): Painting {
    const { level } = scene;
    yield* onSides(brush, scene, (own) => paintWall(brush, scene, own));
    if (level < 3) return;
    yield* paintRoof(brush, scene);
  },

  actors(scene): Actor[] {
    const actors: Actor[] = [];
    if (scene.level >= 2) actors.push(new CrackGlow(scene), flames(scene), new Lake(scene));
    actors.push(embers(scene));
    return actors;
  },
};

/** Paints the wall of rock along the edge, thickest at the bottom. */
function* paintWall(brush: Brush, { page, level, random }: Scene, own: boolean): Painting {
  const { height, side } = page;
  const from = level === 1 ? height * 0.68 : 0;
  paintWash(brush, {
    depth: side,
    from,
    until: height,
    fadeIn: level === 1 ? height * 0.2 : 0,
    stops: [
      [0, fade('#ff5a10', 0.85)],
      [0.4, fade('#f03a04', 0.45)],
      [0.75, fade('#c02a04', 0.14)],
      [1, fade('#c02a04', 0)],
    ],
  });
  yield;
  const thick = own ? ([0, 86, 108, 142][level] ?? 100) : 104;
  const begun = (y: number) => (level === 1 ? Math.min(1, Math.max(0, (y - from) / (height * 0.18))) : 1);
  const reach = (y: number) => {
    const foot = Math.max(0, (y - height * 0.72) / (height * 0.28));
    const head = level === 3 ? Math.max(0, (height * 0.2 - y) / (height * 0.2)) : 0;
    const rugged = Math.sin(y * 0.011) * 0.16 + Math.sin(y * 0.027 + 2) * 0.1;
    return thick * (0.72 + rugged + foot * 0.75 + head * 0.5) * begun(y);
  };
  paintMolten(brush, random, { from, until: height, reach });
  yield;
  paintCrust(brush, random, {
    x: -20,
    y: from - 20,
    width: side + 20,
    height: height - from + 40,
    cell: level === 1 ? 52 : 64,
    solid: (x, y) => (1.5 - (Math.max(0, x) / Math.max(1, reach(y))) * 1.05) * Math.min(1, begun(y) * 1.8),
  });
}

/** Paints the rock along the top, thick in the corners and thin in the middle. */
function* paintRoof(brush: Brush, { page, random }: Scene): Painting {
  const { width } = page;
  const hang = (x: number) => {
    const middle = 1 - Math.abs(x / width - 0.5) * 2;
    return 150 - middle * 84 + Math.sin(x * 0.019) * 16 + Math.sin(x * 0.043 + 1) * 9;
  };
  brush.save();
  // The roof is painted like a wall, rotated by 90 degrees.
  brush.rotate(-Math.PI / 2);
  brush.scale(-1, 1);
  paintMolten(brush, random, { from: 0, until: width, reach: hang });
  brush.restore();
  yield;
  paintCrust(brush, random, {
    x: -20,
    y: -30,
    width: width + 40,
    height: 210,
    cell: 66,
    solid: (x, y) => 1.5 - (Math.max(0, y) / hang(x)) * 1.05,
  });
}
