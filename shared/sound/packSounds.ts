import type { PackCue } from '../contract/overlay/pack.ts';
import type { Cue } from '../contract/sound.ts';

/** The sounds of the packs that are shown: the id of a file for each cue that has one. */
export type PackSounds = Readonly<Partial<Record<PackCue, string>>>;

/** The cues of packs that have no sound without a pack. */
export type ExtraCue = Exclude<PackCue, 'settlement' | 'resurrection'>;

/** The file of a pack that replaces the host's sound of a cue. */
export function replacedBy(cue: Cue, sounds: PackSounds): string | undefined {
  if (cue === 'win') return sounds.settlement;
  return cue === 'resurrection' ? sounds.resurrection : undefined;
}

/** The cue of an effect that has become stronger. `before` is null for the first state, which has no sound. */
export function levelCue(before: number | null, now: number): ExtraCue | null {
  if (before === null || now <= before) return null;
  return now >= 3 ? 'level3' : now === 2 ? 'level2' : 'level1';
}
