import {
  anchorNumberOf,
  factsOf,
  type KeyAction,
  type KeyGroup,
  keyActionNames,
} from '#renderer/data/keys/actions.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { anchorChords, type KeyMap } from '#renderer/data/keys/keyMap.ts';

/** The guide's chapters in the order of a show: texts `help.<topic>.title` and `.text`, one paragraph a line. */
export const topics = [
  'first',
  'home',
  'gifts',
  'viewers',
  'presets',
  'rounds',
  'rules',
  'late',
  'widgets',
  'operators',
  'report',
  'setting',
  'account',
  'trouble',
] as const;

/** The glossary's terms: texts `help.term.<term>` and `help.def.<term>`. */
export const terms = [
  'gift',
  'streak',
  'vote',
  'anchor',
  'preset',
  'mode',
  'battle',
  'freestyle',
  'normal',
  'voteCounting',
  'stickerDance',
  'priceRange',
  'exclusive',
  'binding',
  'single',
  'pin',
  'suspended',
  'unallocated',
  'uncounted',
  'recipient',
  'correction',
  'gap',
  'lateGift',
  'session',
  'round',
  'attacker',
  'defender',
  'winStreak',
  'advantage',
  'settlement',
  'distribution',
  'delay',
  'clearance',
  'breakthrough',
  'knockedOut',
  'resurrection',
  'decrease',
  'effects',
  'gameplay',
  'line',
  'rehearsal',
  'replay',
] as const;

/** The text keys of the banners that have no error code. */
export const notices = [
  'notice.linkLost',
  'notice.outdated',
  'notice.serverFull',
  'notice.showUnreadable',
  'notice.signedOut',
  'notice.tooManyScreens',
  'notice.unavailable',
] as const;

/** Normalises a text for search: lower case, half-width letters, hiragana. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** Returns whether the texts contain every word of the search. */
export function matches(wanted: string, texts: readonly string[]): boolean {
  const whole = plainText(texts.join(' '));
  return plainText(wanted)
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

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
