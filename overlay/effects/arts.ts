import type { EffectSettings } from '#shared/contract/rules.ts';
import type { Actor, EffectArt, Scene } from './core/actor.ts';
import { Lightning } from './lines/lightning.ts';
import { BraidLine, FireLine, ThornLine } from './lines/ribbons.ts';
import { frost } from './scenes/frost.ts';
import { smoke } from './scenes/smoke.ts';
import { chinese } from './styles/chinese/art.ts';
import { inkPainting } from './styles/ink/art.ts';
import { lava } from './styles/lava/art.ts';
import { princess } from './styles/princess/art.ts';

export const styleArts: Readonly<Record<EffectSettings['style'], EffectArt>> = {
  chinese,
  princess,
  ink: inkPainting,
  lava,
};

export const sceneArts: Readonly<Record<EffectSettings['scene'], EffectArt | null>> = {
  none: null,
  frost,
  smoke,
};

export const lineArts: Readonly<Record<EffectSettings['lineColor'], (scene: Scene) => Actor>> = {
  black: (scene) => new ThornLine(scene),
  lightningCyan: (scene) => new Lightning(scene),
  orange: (scene) => new FireLine(scene),
  purple: (scene) => new BraidLine(scene),
};

/** The colours of a style's moments: main colour, a light one and a contrasting one. */
export interface MomentColours {
  main: string;
  light: string;
  other: string;
}

export const momentColours: Readonly<Record<EffectSettings['style'], MomentColours>> = {
  chinese: { main: '#f4c24b', light: '#fff1b4', other: '#d92a1c' },
  princess: { main: '#ff6fae', light: '#ffe3f0', other: '#c8a5ff' },
  ink: { main: '#c42f20', light: '#f4efe2', other: '#15171c' },
  lava: { main: '#ff7a10', light: '#fff0b0', other: '#d62a06' },
};
