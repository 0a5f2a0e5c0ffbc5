import { type GlobalKeys, isGlobalKey } from '#shared/contract/globalKeys.ts';
import { factsOf, isKeyAction, type KeyAction } from './actions.ts';
import type { KeyStroke } from './chord.ts';

/** Why an action cannot have a global key: other programs need the key, or another action has it. */
export type GlobalKeyProblem = { problem: 'notGlobal' } | { problem: 'taken'; by: KeyAction };

/** Returns the accelerator of a key press; null for a key that cannot be part of one. */
export function acceleratorOf({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyStroke): string | null {
  const name = nameOf(key, code);
  if (name === null) return null;
  return [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super', name]
    .filter((part) => part !== false)
    .join('+');
}

/** A letter counts by what it types. With Alt it may type another sign: then it counts by its position. */
function nameOf(key: string, code: string): string | null {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const place = /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1];
  if (place !== undefined) return place;
  const pad = /^Numpad(\d)$/.exec(code)?.[1];
  if (pad !== undefined) return `num${pad}`;
  if (/^(?:F\d+|Delete|Insert|Home|End|PageUp|PageDown)$/.test(key)) return key;
  return /^Arrow(\w+)$/.exec(key)?.[1] ?? null;
}

/** Returns an accelerator as text for buttons. */
export function acceleratorLabel(accelerator: string): string {
  return accelerator
    .replace(/num(\d)$/, 'Num $1')
    .replace('Super', navigator.platform.startsWith('Mac') ? '⌘' : 'Win');
}

/** Returns why `action` cannot have this global key beside the others; null if it can. */
export function globalKeyProblem(
  keys: GlobalKeys,
  action: KeyAction,
  accelerator: string,
): GlobalKeyProblem | null {
  if (!isGlobalKey(accelerator)) return { problem: 'notGlobal' };
  const { turn } = factsOf(action);
  const by = Object.keys(keys)
    .filter(isKeyAction)
    .find(
      (other) =>
        other !== action &&
        keys[other] === accelerator &&
        (turn === undefined || factsOf(other).turn !== turn),
    );
  return by === undefined ? null : { problem: 'taken', by };
}
