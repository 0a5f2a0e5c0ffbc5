import type { Chord } from './chord.ts';

export const keyGroups = ['show', 'round', 'gifts', 'viewers', 'page'] as const;
export type KeyGroup = (typeof keyGroups)[number];

interface KeyActionFacts {
  /** The default key. */
  chord: Chord;
  group: KeyGroup;
  /** Actions with the same `turn` may share a key, because only one of them is possible at a time. */
  turn?: string;
  /** The action has a variant with Shift, which reserves the chord with Shift too. */
  shifts?: true;
}

/** All actions with a key, in the order of the lists in Help and Setting. Their texts are `key.<action>`. */
export const keyActions = {
  'session.start': { chord: 'S', group: 'show' },
  'session.pause': { chord: 'P', group: 'show', turn: 'session' },
  'session.resume': { chord: 'P', group: 'show', turn: 'session' },
  'session.end': { chord: 'E', group: 'show' },
  'room.focus': { chord: 'F', group: 'show' },
  'room.close': { chord: 'Shift+X', group: 'show' },
  'line.switch': { chord: 'L', group: 'show' },
  'rehearsal.open': { chord: 'R', group: 'show' },
  'preset.focus': { chord: 'C', group: 'show' },
  'preset.edit': { chord: 'M', group: 'show' },
  'preset.make': { chord: 'N', group: 'show' },
  'preset.apply': { chord: 'A', group: 'show' },
  'preset.last': { chord: 'Shift+C', group: 'show' },
  'gaps.open': { chord: 'W', group: 'show' },
  'bindings.suspend': { chord: 'B', group: 'show' },
  'round.prepare': { chord: 'T', group: 'round', turn: 'round' },
  'round.start': { chord: 'T', group: 'round', turn: 'round' },
  'round.pause': { chord: 'O', group: 'round', turn: 'roundHold' },
  'round.resume': { chord: 'O', group: 'round', turn: 'roundHold' },
  'round.end': { chord: 'Shift+E', group: 'round' },
  'round.sides': { chord: 'X', group: 'round' },
  'round.settle': { chord: 'Y', group: 'round' },
  'thanks.send': { chord: 'Shift+Y', group: 'round' },
  'tie.focus': { chord: 'Shift+T', group: 'round' },
  'tie.nobody': { chord: 'Shift+N', group: 'round' },
  'dance.next': { chord: 'J', group: 'round' },
  'bonus.run': { chord: 'Shift+B', group: 'round' },
  'team.open': { chord: 'I', group: 'round' },
  'stage.fold': { chord: 'Z', group: 'round' },
  'late.accept': { chord: 'H', group: 'gifts' },
  'late.leave': { chord: 'Shift+H', group: 'gifts' },
  'gift.add': { chord: 'Shift+G', group: 'gifts' },
  'anchor.1': { chord: '1', group: 'gifts', shifts: true },
  'anchor.2': { chord: '2', group: 'gifts', shifts: true },
  'anchor.3': { chord: '3', group: 'gifts', shifts: true },
  'anchor.4': { chord: '4', group: 'gifts', shifts: true },
  'anchor.5': { chord: '5', group: 'gifts', shifts: true },
  'anchor.6': { chord: '6', group: 'gifts', shifts: true },
  'anchor.7': { chord: '7', group: 'gifts', shifts: true },
  'anchor.8': { chord: '8', group: 'gifts', shifts: true },
  'anchor.9': { chord: '9', group: 'gifts', shifts: true },
  'anchor.none': { chord: '0', group: 'gifts' },
  'side.attacker': { chord: 'Shift+A', group: 'gifts' },
  'side.defender': { chord: 'Shift+D', group: 'gifts' },
  'ledger.uncount': { chord: 'Delete', group: 'gifts' },
  'ledger.undo': { chord: 'U', group: 'gifts' },
  'ledger.redo': { chord: 'Shift+U', group: 'gifts' },
  'ledger.focus': { chord: 'G', group: 'gifts' },
  'ledger.unallocated': { chord: 'Q', group: 'gifts' },
  'viewers.focus': { chord: 'V', group: 'viewers' },
  'viewers.pin': { chord: 'K', group: 'viewers' },
  'wall.open': { chord: 'Shift+S', group: 'page' },
  'frame.dark': { chord: 'D', group: 'page' },
  'frame.help': { chord: '?', group: 'page' },
} as const satisfies Record<string, KeyActionFacts>;

export type KeyAction = keyof typeof keyActions;

export const keyActionNames = Object.keys(keyActions) as KeyAction[];

/** Chords that the host cannot change. */
export const fixedChords: ReadonlyMap<Chord, KeyAction> = new Map([
  ['Mod+Z', 'ledger.undo'],
  ['Mod+Shift+Z', 'ledger.redo'],
]);

const facts: Readonly<Record<KeyAction, KeyActionFacts>> = keyActions;

export function factsOf(action: KeyAction): KeyActionFacts {
  return facts[action];
}

export function isKeyAction(name: string): name is KeyAction {
  return Object.hasOwn(keyActions, name);
}

/** Returns the place of an action's anchor, 1 to 9; null for other actions. */
export function anchorNumberOf(action: KeyAction): number | null {
  const place = /^anchor\.(\d)$/.exec(action)?.[1];
  return place === undefined ? null : Number(place);
}

/** Returns the action of the anchor in a place, 1 to 9; null for other places. */
export function anchorAction(place: number): KeyAction | null {
  const name = `anchor.${place}`;
  return isKeyAction(name) ? name : null;
}
