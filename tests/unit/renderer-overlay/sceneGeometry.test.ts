import { describe, expect, it } from 'vitest';
import {
  firstBox,
  linesOf,
  move,
  noLines,
  onPage,
  resize,
  SNAP,
} from '#renderer/features/overlays/sceneGeometry.ts';
import { MIN_SCENE_ITEM, sceneItemSchema, sceneSizes, widgetKinds } from '#shared/contract/overlay/widget.ts';

const { portrait, landscape } = sceneSizes;
const box = { x: 100, y: 300, width: 400, height: 200 };

describe('scene: moving a widget', () => {
  it('snaps its edges and its centre to near lines, and names the line', () => {
    const lines = linesOf(portrait, 'portrait', []);
    expect(move(box, -100 + SNAP, 0, portrait, lines)).toMatchObject({ box: { x: 0 }, x: 0 });
    const centre = portrait.width / 2 - box.width / 2;
    expect(move(box, centre - box.x - 5, 0, portrait, lines)).toMatchObject({ box: { x: centre }, x: 540 });
    expect(move(box, 500, 0, portrait, noLines)).toMatchObject({ box: { x: 600 }, x: null });
  });

  it('snaps to the edges of another widget', () => {
    const other = { x: 700, y: 900, width: 100, height: 100 };
    const lines = linesOf(portrait, 'portrait', [other]);
    expect(move(box, 195, 0, portrait, lines)).toMatchObject({ box: { x: 300 }, x: 700 });
    expect(move(box, 0, 405, portrait, lines)).toMatchObject({ box: { y: 700 }, y: 900 });
  });

  it('keeps a part of it on the page', () => {
    for (const [dx, dy] of [
      [-5000, 0],
      [5000, 0],
      [0, -5000],
      [0, 5000],
    ] as const) {
      const { x, y, width, height } = move(box, dx, dy, portrait, noLines).box;
      expect(Math.min(portrait.width, x + width) - Math.max(0, x)).toBeGreaterThanOrEqual(MIN_SCENE_ITEM);
      expect(Math.min(portrait.height, y + height) - Math.max(0, y)).toBeGreaterThanOrEqual(MIN_SCENE_ITEM);
    }
  });
});

describe('scene: size of a widget', () => {
  it('follows the corner and snaps to lines', () => {
    const lines = linesOf(portrait, 'portrait', []);
    expect(resize(box, 575, 3, portrait, lines)).toMatchObject({ box: { width: 980, height: 203 }, x: 1080 });
  });

  it('is never below the smallest size', () => {
    expect(resize(box, -900, -900, portrait, noLines).box).toMatchObject({
      width: MIN_SCENE_ITEM,
      height: MIN_SCENE_ITEM,
    });
  });
});

describe('scene: a page of another shape', () => {
  it('brings every widget back onto the page, and fills it with what filled the page', () => {
    expect(onPage({ x: 0, y: 0, ...portrait }, landscape, portrait)).toEqual({ x: 0, y: 0, ...landscape });
    expect(onPage({ ...box, y: 1800 }, landscape, portrait).y).toBe(landscape.height - MIN_SCENE_ITEM);
  });
});

describe('scene: a new widget', () => {
  it('has a valid box on either page, and never lies exactly on another one', () => {
    for (const page of [portrait, landscape]) {
      for (const kind of widgetKinds.filter((each) => each !== 'scene' && each !== 'effects')) {
        const first = firstBox(kind, page, []);
        const second = firstBox(kind, page, [first]);
        for (const each of [first, second]) {
          expect(sceneItemSchema.safeParse({ widget: 'w', ...each }).success, kind).toBe(true);
        }
        expect([second.x, second.y]).not.toEqual([first.x, first.y]);
      }
    }
  });

  it('lies below the others while there is room', () => {
    const bar = firstBox('pkBar', portrait, []);
    const ranking = firstBox('ranking', portrait, [bar]);
    const goal = firstBox('goal', portrait, [bar, ranking]);
    expect(ranking.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    expect(goal.y).toBeGreaterThanOrEqual(ranking.y + ranking.height);
    const effects = firstBox('effects', portrait, []);
    expect(firstBox('goal', portrait, [effects])).toEqual(firstBox('goal', portrait, []));
  });
});
