import {
  anchorNumberOf,
  factsOf,
  type KeyAction,
  type KeyGroup,
  keyActionNames,
} from '#renderer/data/keys/actions.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { anchorChords, type KeyMap } from '#renderer/data/keys/keyMap.ts';

export interface KeyLine {
  action: KeyAction;
  group: KeyGroup;
  /** The key as text. */
  label: string;
  name: string;
}

/** Keys of lists and of the browser; they cannot be changed. */
export const fixedKeys = [
  { label: '↑ ↓', text: 'arrows' },
  { label: 'Space', text: 'space' },
  { label: '⇧F10', text: 'menu' },
  { label: 'Esc', text: 'escape' },
  { label: 'Alt', text: 'badges' },
  { label: 'Ctrl+Z', text: 'undo' },
  { label: 'Ctrl+⇧Z', text: 'redo' },
] as const;

export type FixedKey = (typeof fixedKeys)[number];

/** Returns all actions with their current keys. The keys of the nine anchors share one line, named `anchors`. */
export function keyLines(map: KeyMap, words: (action: KeyAction) => string, anchors: string): KeyLine[] {
  return keyActionNames
    .filter((action) => (anchorNumberOf(action) ?? 1) === 1)
    .map((action) => {
      const ofAnchors = anchorNumberOf(action) !== null;
      return {
        action,
        group: factsOf(action).group,
        label: ofAnchors ? anchorChords(map) : chordLabel(map[action]),
        name: ofAnchors ? anchors : words(action),
      };
    });
}
