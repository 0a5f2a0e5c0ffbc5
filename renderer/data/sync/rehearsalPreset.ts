import type { Preset } from '#shared/contract/preset.ts';

/** A rehearsal makes its anchors by this name; a preset of nothing else is made anew wherever one rehearses. */
const REHEARSAL_ANCHOR = /^rehearsal-/;

export function isRehearsals({ anchors }: Pick<Preset, 'anchors'>): boolean {
  return anchors.length > 0 && anchors.every(({ id }) => REHEARSAL_ANCHOR.test(id));
}
