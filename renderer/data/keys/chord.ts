/** A key press, as much of it as names the key. */
export interface KeyStroke {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * A key by its name, with `Shift+` or `Mod+` (Ctrl, or Cmd on a Mac) before it: `S`, `Shift+1`, `?`, `Delete`,
 * `F8`, `Mod+Z`.
 */
export type Chord = string;

const named: ReadonlyMap<string, string> = new Map([
  ['Delete', 'Delete'],
  ['Backspace', 'Delete'],
]);

/**
 * The chord of a key press on any keyboard layout; null for keys that are never the tool's. Letters are what
 * the layout writes on them, and where it writes none of ours (Cyrillic, kana, an open input method) those of
 * the same place on a Latin keyboard. The digit row goes by place alone: on a French keyboard it writes digits
 * only with Shift.
 */
export function chordOf(stroke: KeyStroke): Chord | null {
  if (stroke.altKey) return null;
  const name = digitOf(stroke) ?? letterOf(stroke) ?? named.get(stroke.key) ?? functionKeyOf(stroke.key);
  if (stroke.ctrlKey || stroke.metaKey) {
    return name === null ? null : `Mod+${stroke.shiftKey ? 'Shift+' : ''}${name}`;
  }
  if (name !== null) return stroke.shiftKey ? `Shift+${name}` : name;
  // Shift is a part of what such a key writes, in each layout another.
  return /^[^\s\p{L}\p{N}\p{C}]$/u.test(stroke.key) ? stroke.key : null;
}

/** The digit of a key of the digit row, by its place, or of the number pad. */
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

/** Function keys that browsers and systems leave to the page. */
const freeFunctionKeys = ['F2', 'F4', 'F8', 'F9'];

/** Whether a chord can be chosen for an action: the browser's own shortcuts cannot. */
export function isChoosable(chord: Chord): boolean {
  const plain = plainOf(chord);
  if (plain.startsWith('Mod+')) return false;
  if (/^F\d/.test(plain)) return freeFunctionKeys.includes(chord);
  return plain === 'Delete' || /^\S$/u.test(plain);
}

/** The chord without Shift. */
export function plainOf(chord: Chord): Chord {
  return chord.startsWith('Shift+') ? chord.slice('Shift+'.length) : chord;
}

/** Whether Shift makes another chord of it on every keyboard: so with letters and digits. */
export function takesShift(chord: Chord): boolean {
  return /^[\p{L}\p{N}]$/u.test(chord);
}

const caps: ReadonlyMap<string, string> = new Map([['Delete', 'Del']]);

/** How a chord is written on its button. */
export function chordLabel(chord: Chord): string {
  const plain = plainOf(chord);
  const cap = caps.get(plain) ?? plain.replace('Mod+', 'Ctrl+');
  return plain === chord ? cap : `⇧${cap}`;
}

/** The same in the words of `aria-keyshortcuts`. */
export function chordForReaders(chord: Chord): string {
  return chord.replace('Mod+', 'Control+');
}
