import type { Show } from '../contract/backstage.ts';
import type { Preset } from '../contract/preset.ts';

/** The preset of the latest show of a real room, or else of the latest rehearsal, or else the only preset. */
export function lastPreset(presets: readonly Preset[], shows: readonly Show[]): Preset | null {
  const latest = shows.toSorted(
    (a, b) => Number(a.rehearsal) - Number(b.rehearsal) || b.createdAt - a.createdAt,
  );
  for (const { presetName } of latest) {
    const preset = presets.find(({ name }) => name === presetName);
    if (preset !== undefined) return preset;
  }
  const [only] = presets;
  return presets.length === 1 && only !== undefined ? only : null;
}
