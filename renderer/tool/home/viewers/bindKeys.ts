import { digitOf } from '../ledger/assignKeys.ts';

export type BindKey = { do: 'bind'; anchorId: string } | { do: 'unbind' } | { do: 'pin' } | { do: 'nothing' };

/**
 * What a key does with the focused viewer: 1-9 binds to the anchor of that place in the preset, 0 unbinds, P
 * pins or takes the pin off. Null for keys that are not this list's; a digit without an anchor is, and does
 * nothing, since elsewhere on the page it would assign a gift.
 */
export function bindKeyOf(
  press: {
    key: string;
    code: string;
    shiftKey: boolean;
    ctrlKey: boolean;
    metaKey: boolean;
    altKey: boolean;
  },
  anchorIds: readonly string[],
): BindKey | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key.toLowerCase() === 'p') return { do: 'pin' };
  const digit = digitOf(press);
  if (digit === null) return null;
  if (digit === 0) return { do: 'unbind' };
  const anchorId = anchorIds[digit - 1];
  return anchorId === undefined ? { do: 'nothing' } : { do: 'bind', anchorId };
}
