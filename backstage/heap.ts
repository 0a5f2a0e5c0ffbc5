import { setFlagsFromString } from 'node:v8';

/** So many per cent of what lives may be added before the heap is searched for garbage as a whole. */
const GROWTH = 200;

/**
 * Lets memory grow to three times what lives before it is searched. In a storm of gifts a search would come every
 * second, and take both cores of a small machine for some fifty milliseconds, just when the host's screen and the
 * overlays need them.
 */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
