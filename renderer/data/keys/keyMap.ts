import {
  anchorAction,
  factsOf,
  fixedChords,
  isKeyAction,
  type KeyAction,
  keyActionNames,
} from './actions.ts';
import { type Chord, chordLabel, isChoosable, takesShift } from './chord.ts';

/** What the host chose instead of the defaults, by action, as it is stored. */
export type ChosenKeys = Readonly<Record<string, Chord>>;

/** The chord of every action. */
export type KeyMap = Readonly<Record<KeyAction, Chord>>;

/** Why a key cannot be chosen: it is not one to choose, it must be one to combine with Shift, or it is taken. */
export type KeyProblem =
  | { problem: 'notChoosable' }
  | { problem: 'needsShift' }
  | { problem: 'taken'; by: KeyAction };

export interface KeyHit {
  /** The actions that the chord stands for; several of them only when they take turns. */
  actions: readonly KeyAction[];
  /** Shift was held with a key that does more with it. */
  shift: boolean;
}

/** The map in force: what was chosen, and the default where nothing was or where it does not fit any more. */
export function keyMapOf(chosen: ChosenKeys): KeyMap {
  const map = Object.fromEntries(keyActionNames.map((action) => [action, factsOf(action).chord])) as Record<
    KeyAction,
    Chord
  >;
  // All at once, since two actions may have changed places; then what is double gives way.
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

/** The chord of the anchor in this place, 1 to 9; empty beyond. */
export function chordAt(map: KeyMap, place: number): Chord {
  const action = anchorAction(place);
  return action === null ? '' : map[action];
}

/** The keys of the anchors as one would say them: `1–9` while they are those, else each of them. */
export function anchorChords(map: KeyMap): string {
  const labels = Array.from({ length: 9 }, (_, index) => chordLabel(chordAt(map, index + 1)));
  return labels.join('') === '123456789' ? '1–9' : labels.join(' ');
}

/** Why `action` cannot have `chord` beside the others of `map`; null when it can. */
export function problemOf(map: KeyMap, action: KeyAction, chord: Chord): KeyProblem | null {
  const misfit = fits(action, chord);
  if (misfit !== null) return misfit;
  const by = holderOf(map, action, chord);
  return by === null ? null : { problem: 'taken', by };
}

/** What is to be stored once `action` has `chord`; a default is not stored, so that it may change one day. */
export function choose(chosen: ChosenKeys, action: KeyAction, chord: Chord): ChosenKeys {
  const { [action]: _before, ...others } = chosen;
  return chord === factsOf(action).chord ? others : { ...others, [action]: chord };
}

/** What a chord does; null for none of ours. */
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

/** Another action that has one of the chords that `action` would take; null when they are free. */
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
