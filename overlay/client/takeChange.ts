import type { OverlayChange } from '#shared/contract/overlay/message.ts';
import {
  type OverlaySection,
  type OverlayState,
  overlayStateSchema,
} from '#shared/contract/overlay/state.ts';
import { apply } from '#shared/overlay/change.ts';

export interface Taken {
  state: Partial<OverlayState>;
  sections: ReadonlySet<OverlaySection>;
}

/**
 * The state with a change of the hub; null when what comes out cannot be read, which asks for a new snapshot.
 * Sections that this page does not know are a newer hub's and are left out.
 */
export function takeChange(before: Partial<OverlayState>, change: OverlayChange): Taken | null {
  const known = Object.entries(change).filter(([section]) => isSection(section));
  if (known.length === 0) return { state: before, sections: new Set() };
  const after = apply<Record<string, Record<string, unknown>>>({ ...before }, Object.fromEntries(known));
  const state: Partial<OverlayState> = { ...before };
  const sections = new Set<OverlaySection>();
  for (const [section] of known) {
    if (!isSection(section)) continue;
    // A section is checked as a whole: entries that have not changed are few.
    const parsed = overlayStateSchema.shape[section].safeParse(after[section]);
    if (!parsed.success) return null;
    Object.assign(state, { [section]: parsed.data });
    sections.add(section);
  }
  return { state, sections };
}

function isSection(name: string): name is OverlaySection {
  return Object.hasOwn(overlayStateSchema.shape, name);
}
