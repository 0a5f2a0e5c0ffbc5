import {
  type Pack,
  type PackFills,
  type PackPicture,
  type PackPiece,
  picturesOf,
} from '../contract/overlay/pack.ts';
import type { WidgetOptions } from '../contract/overlay/widget.ts';
import type { Preset } from '../contract/preset.ts';
import {
  type EffectSettings,
  effectScenes,
  effectStyles,
  isPackId,
  lineColors,
  type PackId,
} from '../contract/rules.ts';

/** Bytes of a decoded picture with all its frames, with four bytes a pixel. */
const sheetBytes = ({ width, height, frames }: PackPicture): number => width * height * frames * 4;

/**
 * Bytes that the player keeps for a level (0 to 2) on a page of 1080x1920, with four bytes a pixel: the strips, their
 * mirrored and faded copies, and the pictures of particles. Still pictures are painted once and released.
 */
export function decodedBytes(pack: Pack, level: number): number {
  return bytesOf(pack, pack.levels[level] ?? [], false);
}

/** Bytes that the player keeps for a moment besides. Its still pictures are kept, too, because each frame draws them. */
export function momentBytes(pack: Pack): number {
  return Math.max(0, ...Object.values(pack.moments).map((pieces) => bytesOf(pack, pieces, true)));
}

function bytesOf(pack: Pack, pieces: readonly PackPiece[], keepsStills: boolean): number {
  const sheets = new Map<string, number>();
  const keep = (name: string, look: string) => {
    const picture = pack.pictures[name];
    if (picture !== undefined) sheets.set(`${name} ${look}`, sheetBytes(picture));
  };
  for (const piece of pieces) {
    if (!keepsStills && piece.kind === 'strip' && pack.pictures[piece.picture]?.frames === 1) continue;
    for (const name of picturesOf(piece)) keep(name, '');
    if (piece.kind === 'strip' && piece.sides === 'both') keep(piece.picture, 'mirrored');
    if (piece.kind === 'strip' && (piece.repeat?.until ?? 1) < 1) keep(piece.picture, 'faded');
  }
  return [...sheets.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Bytes of all decoded pictures of a pack. */
export function sourceBytes({ pictures }: Pick<Pack, 'pictures'>): number {
  return Object.values(pictures).reduce((sum, picture) => sum + sheetBytes(picture), 0);
}

/** Which packs of the host can be shown: what a pack fills, null for an unknown one. */
export type FillsOf = (id: PackId) => PackFills | null;

/** What is shown in place of a pack that is not there. */
export const ownEffects = {
  style: effectStyles[0],
  scene: effectScenes[0],
  line: lineColors[0],
} as const;

/** A choice; Ringside's own effect if it is a pack that is not there, or that fills something else. */
export function shownChoice<C extends string, F extends PackFills>(
  choice: C,
  fills: F,
  fillsOf: FillsOf,
): C | (typeof ownEffects)[F] {
  return isPackId(choice) && fillsOf(choice) !== fills ? ownEffects[fills] : choice;
}

/** The effects that a preset shows. */
export function shownEffects(preset: Pick<Preset, 'effects'> | null, fillsOf: FillsOf) {
  if (preset === null) return ownEffects;
  const { style, scene, lineColor } = preset.effects;
  return {
    style: shownChoice(style, 'style', fillsOf),
    scene: shownChoice(scene, 'scene', fillsOf),
    line: shownChoice(lineColor, 'line', fillsOf),
  };
}

/** The options of a widget as its pages get them. */
export function withShownPacks(options: WidgetOptions, fillsOf: FillsOf): WidgetOptions {
  if (options.kind !== 'effects') return options;
  const { style, scene, lines } = options;
  return {
    ...options,
    style: shownChoice(style, 'style', fillsOf),
    scene: shownChoice(scene, 'scene', fillsOf),
    lines: shownChoice(lines, 'line', fillsOf),
  };
}

/** The packs of the host that a preset or a widget has chosen. */
export function chosenPacks(of: { effects: EffectSettings } | { options: WidgetOptions }): PackId[] {
  if ('effects' in of) return [of.effects.style, of.effects.scene, of.effects.lineColor].filter(isPackId);
  const { options } = of;
  return options.kind === 'effects' ? [options.style, options.scene, options.lines].filter(isPackId) : [];
}
