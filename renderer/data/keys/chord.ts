/** The part of a key press that identifies the key. */
export interface KeyStroke {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * A key's name with an optional `Shift+` or `Mod+` (Ctrl, or Cmd on a Mac): `S`, `Shift+1`, `?`, `Delete`, `F8`,
 * `Mod+Z`.
 */
export type Chord = string;

const named: ReadonlyMap<string, string> = new Map([
  ['Delete', 'Delete'],
  ['Backspace', 'Delete'],
]);

/**
 * Returns the chord of a key press on any keyboard layout; null for a key that the tool does not use. A letter key
 * counts by the letter it types. If it types no Latin letter (Cyrillic, kana, an open input method), it counts by its
 * position on a Latin keyboard. The digit row counts by position: a French keyboard types digits only with Shift.
 */
export function chordOf(stroke: KeyStroke): Chord | null {
  if (stroke.altKey) return null;
  const name = digitOf(stroke) ?? letterOf(stroke) ?? named.get(stroke.key) ?? functionKeyOf(stroke.key);
  if (stroke.ctrlKey || stroke.metaKey) {
    return name === null ? null : `Mod+${stroke.shiftKey ? 'Shift+' : ''}${name}`;
  }
  if (name !== null) return stroke.shiftKey ? `Shift+${name}` : name;
  // Each layout needs Shift for other symbols, so ignore Shift for them.
  return /^[^\s\p{L}\p{N}\p{C}]$/u.test(stroke.key) ? stroke.key : null;
}

/** Returns the digit of a key in the digit row (by position) or on the number pad. */
function digitOf({ key, code }: KeyStroke): string | null {
  return /^Digit(\d)$/.exec(code)?.[1] ?? (/^\d$/.test(key) ? key : null);
}

function letterOf({ key, code }: KeyStroke): string | null {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const byPlace = /^Key([A-Z])$/.exec(code)?.[1];
  if (byPlace !== undefined) return byPlace;
  return /^\p{L}$/u.test(key) ? key.toUpperCase() : null;
}

function functionKeyOf(key: string): string | null {
  return /^F\d\d?$/.test(key) ? key : null;
}

/** Function keys that browsers and operating systems do not use. */
const freeFunctionKeys = ['F2', 'F4', 'F8', 'F9'];

/** Returns whether an action can have this chord. The browser's own shortcuts are not allowed. */
export function isChoosable(chord: Chord): boolean {
  const plain = plainOf(chord);
  if (plain.startsWith('Mod+')) return false;
  if (/^F\d/.test(plain)) return freeFunctionKeys.includes(chord);
  return plain === 'Delete' || /^\S$/u.test(plain);
}

/** Returns the chord without Shift. */
export function plainOf(chord: Chord): Chord {
  return chord.startsWith('Shift+') ? chord.slice('Shift+'.length) : chord;
}

/** Returns whether the key makes another chord with Shift on every keyboard, as letters and digits do. */
export function takesShift(chord: Chord): boolean {
  return /^[\p{L}\p{N}]$/u.test(chord);
}

const caps: ReadonlyMap<string, string> = new Map([['Delete', 'Del']]);

/** Returns a chord as text for buttons. */
export function chordLabel(chord: Chord): string {
  const plain = plainOf(chord);
  const cap = caps.get(plain) ?? plain.replace('Mod+', 'Ctrl+');
  return plain === chord ? cap : `⇧${cap}`;
}

/** Returns a chord in the syntax of `aria-keyshortcuts`. */
export function chordForReaders(chord: Chord): string {
  return chord.replace('Mod+', 'Control+');
}
