import { factsOf, type KeyAction, type KeyGroup, keyActionNames } from '../../keys/actions.ts';
import { chordLabel } from '../../keys/chord.ts';
import type { KeyMap } from '../../keys/keyMap.ts';

export interface KeyLine {
  action: KeyAction;
  group: KeyGroup;
  /** What is written on the key. */
  label: string;
  /** What it does. */
  name: string;
}

/** Every action with its key as it is now. */
export function keyLines(map: KeyMap, words: (action: KeyAction) => string): KeyLine[] {
  return keyActionNames.map((action) => ({
    action,
    group: factsOf(action).group,
    label: chordLabel(map[action]),
    name: words(action),
  }));
}
