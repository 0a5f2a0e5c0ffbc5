import { z } from 'zod';

/**
 * Keys that the desktop app reads while another program has the focus, by action of the key map. Each key is an
 * accelerator of Electron, for example `Ctrl+Alt+S` or `F13`.
 */

const modifiers = ['Ctrl', 'Alt', 'Shift', 'Super'] as const;
const keyPattern =
  /^(?:[A-Z\d]|F(?:[1-9]|1\d|2[0-4])|num\d|Delete|Insert|Home|End|PageUp|PageDown|Up|Down|Left|Right)$/;

/**
 * Whether the key can be global. While a key is global, no other program receives it. Therefore keys that people type or
 * that many programs use are not allowed: a key needs two modifiers, F1 to F12 need one, and F13 to F24 need none.
 */
export function isGlobalKey(accelerator: string): boolean {
  const parts = accelerator.split('+');
  const key = parts.pop() ?? '';
  const inOrder = modifiers.filter((modifier) => parts.includes(modifier)).join('+');
  if (!keyPattern.test(key) || inOrder !== parts.join('+')) return false;
  if (accelerator === 'Alt+F4') return false;
  const place = /^F(\d+)$/.exec(key)?.[1];
  if (place === undefined) return parts.length >= 2;
  return Number(place) >= 13 || parts.length >= 1;
}

export const globalKeysSchema = z
  .record(z.string().min(1).max(40), z.string().max(40).refine(isGlobalKey))
  .refine((keys) => Object.keys(keys).length <= 100);
export type GlobalKeys = z.infer<typeof globalKeysSchema>;
