import {
  anchorAction,
  factsOf,
  fixedChords,
  isKeyAction,
  type KeyAction,
  keyActionNames,
} from './actions.ts';
import { type Chord, chordLabel, isChoosable, takesShift } from './chord.ts';

/** The host's own chords by action, as stored. Actions with their default are missing. */
export type ChosenKeys = Readonly<Record<string, Chord>>;

/** The chord of every action. */
export type KeyMap = Readonly<Record<KeyAction, Chord>>;

/** Why an action cannot have a key: not allowed, not combinable with Shift, or taken by another action. */
export type KeyProblem =
  | { problem: 'notChoosable' }
  | { problem: 'needsShift' }
  | { problem: 'taken'; by: KeyAction };

export interface KeyHit {
  /** The actions of the chord; more than one only if they share a turn. */
  actions: readonly KeyAction[];
  /** True if Shift selects the action's variant. */
  shift: boolean;
}

/** Returns the map in force: the host's chords, and the default where there is none or it is no longer valid. */
export function keyMapOf(chosen: ChosenKeys): KeyMap {
  const map = Object.fromEntries(keyActionNames.map((action) => [action, factsOf(action).chord])) as Record<
    KeyAction,
    Chord
  >;
  // Apply all choices first, because two actions may have swapped keys. Then reset duplicates to their defaults.
  for (const [action, chord] of Object.entries(chosen)) {
    if (isKeyAction(action) && fits(action, chord) === null) map[action] = chord;
  }
  for (let turn = 0; turn < keyActionNames.length; turn += 1) {
    const double = keyActionNames.find(
      (action) => map[action] !== factsOf(action).chord && holderOf(map, action, map[action]) !== null,
    );
    if (double === undefined) break;
    map[double] = factsOf(double).chord;
  }
  return map;
}

/** Returns the chord of the anchor in a place (1 to 9); '' for other places. */
export function chordAt(map: KeyMap, place: number): Chord {
  const action = anchorAction(place);
  return action === null ? '' : map[action];
}

/** Returns the anchors' keys as text: `1–9` for the defaults, otherwise all of them. */
export function anchorChords(map: KeyMap): string {
  const labels = Array.from({ length: 9 }, (_, index) => chordLabel(chordAt(map, index + 1)));
  return labels.join('') === '123456789' ? '1–9' : labels.join(' ');
}

/** Returns why `action` cannot have `chord` in this map; null if it can. */
export function problemOf(map: KeyMap, action: KeyAction, chord: Chord): KeyProblem | null {
  const misfit = fits(action, chord);
  if (misfit !== null) return misfit;
  const by = holderOf(map, action, chord);
  return by === null ? null : { problem: 'taken', by };
}

/** Returns the choices to store when `action` gets `chord`. Omits defaults, so that later versions can change them. */
export function choose(chosen: ChosenKeys, action: KeyAction, chord: Chord): ChosenKeys {
  const { [action]: _before, ...others } = chosen;
  return chord === factsOf(action).chord ? others : { ...others, [action]: chord };
}

/** Returns the actions of a chord; null if it has none. */
export function hitOf(map: KeyMap, chord: Chord): KeyHit | null {
  const fixed = fixedChords.get(chord);
  if (fixed !== undefined) return { actions: [fixed], shift: false };
  const plain = keyActionNames.filter((action) => map[action] === chord);
  if (plain.length > 0) return { actions: plain, shift: false };
  const shifted = keyActionNames.filter(
    (action) => factsOf(action).shifts === true && `Shift+${map[action]}` === chord,
  );
  return shifted.length > 0 ? { actions: shifted, shift: true } : null;
}

function fits(action: KeyAction, chord: Chord): KeyProblem | null {
  if (!isChoosable(chord)) return { problem: 'notChoosable' };
  if (factsOf(action).shifts === true && !takesShift(chord)) return { problem: 'needsShift' };
  return null;
}

/** Returns another action that has one of the chords that `action` would get; null if they are free. */
function holderOf(map: KeyMap, action: KeyAction, chord: Chord): KeyAction | null {
  const { turn } = factsOf(action);
  const wanted = taken(action, chord);
  const holder = keyActionNames.find((other) => {
    if (other === action || (turn !== undefined && factsOf(other).turn === turn)) return false;
    return taken(other, map[other]).some((each) => wanted.includes(each));
  });
  return holder ?? null;
}

function taken(action: KeyAction, chord: Chord): readonly Chord[] {
  return factsOf(action).shifts === true ? [chord, `Shift+${chord}`] : [chord];
}
