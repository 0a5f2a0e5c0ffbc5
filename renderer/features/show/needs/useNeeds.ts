import { usePlain } from '#renderer/data/hooks.ts';
import { createNeedsStore, type NeedsState } from './needsStore.ts';

const needs = createNeedsStore(window.localStorage);

/** What waits for the host, and what was looked at already. */
export function useNeeds<T>(select: (state: NeedsState) => T): T {
  return usePlain(needs, select);
}
