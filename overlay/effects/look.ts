import type { PackFills } from '#shared/contract/overlay/pack.ts';
import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import type { Side } from '#shared/contract/round.ts';
import { type EffectSettings, isPackId, type OwnStyle, type PackId } from '#shared/contract/rules.ts';
import { ownEffects } from '#shared/overlay/packRules.ts';
import type { Level } from './core/actor.ts';
import type { PackLibrary } from './packs/library.ts';

export type Battle = NonNullable<OverlayState['battle']['now']>;

/** What an effect looks like: its style, scene and lines, its level, and the side of the battle that it supports. */
export interface EffectLook extends Pick<EffectSettings, 'style' | 'scene'> {
  lines: EffectSettings['lineColor'];
  level: Level;
  side: Side;
}

/** The wanted effect, from the widget's options or the preset; null if none is to be shown. */
export function lookOf(options: OptionsOf<'effects'>, battle: Battle | undefined): EffectLook | null {
  if (battle === undefined || battle.effectSide === null || !isLevel(battle.effectLevel)) return null;
  const { scene, lines } = options;
  return {
    style: styleOf(options, battle),
    scene: scene === 'preset' ? battle.effectScene : scene,
    lines: lines === 'preset' ? battle.effectLines : lines,
    level: battle.effectLevel,
    side: battle.effectSide,
  };
}

/** The style of effects and moments. Without a battle, moments use the default style. */
function styleOf({ style }: OptionsOf<'effects'>, battle: Battle | undefined): EffectLook['style'] {
  return style === 'preset' ? (battle?.effectStyle ?? 'chinese') : style;
}

/** The style of a moment. A gameplay entry's moment contains the preset's style, because it needs no battle. */
export function momentStyle(
  moment: OverlayMoment,
  options: OptionsOf<'effects'>,
  battle: Battle | undefined,
): EffectLook['style'] {
  if (moment.kind === 'gameplay' && options.style === 'preset') return moment.style;
  return styleOf(options, battle);
}

/** The packs of the host that are chosen: style, scene and lines. */
export function hostPacks(options: OptionsOf<'effects'>, battle: Battle | undefined): PackId[] {
  const { scene, lines } = options;
  return [
    styleOf(options, battle),
    scene === 'preset' ? battle?.effectScene : scene,
    lines === 'preset' ? battle?.effectLines : lines,
  ].filter((choice) => choice !== undefined && isPackId(choice));
}

/** The style whose letters and colours a moment has. */
export function baseOf(style: EffectLook['style'], library: PackLibrary): OwnStyle {
  if (!isPackId(style)) return style;
  return library.peek(style)?.pack.base ?? ownEffects.style;
}

/** The same look with Ringside's own effects in place of packs that the hub does not have. */
export function withoutMissing(look: EffectLook, library: PackLibrary): EffectLook {
  const { style, scene, lines } = look;
  return {
    ...look,
    style: library.lacks(style) ? ownEffects.style : style,
    scene: library.lacks(scene) ? ownEffects.scene : scene,
    lines: library.lacks(lines) ? ownEffects.line : lines,
  };
}

/** The packs of a look. Lines lie below the style, scenes above it. */
export function packNames({ style, scene, lines }: EffectLook): string[] {
  const named = (fills: PackFills, choice: string) => (isPackId(choice) ? choice : `${fills}-${choice}`);
  const shown = [named('line', lines), named('style', style)];
  return scene === 'none' ? shown : [...shown, named('scene', scene)];
}

function isLevel(level: number): level is Level {
  return level === 1 || level === 2 || level === 3;
}
