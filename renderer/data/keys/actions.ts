import type { Chord } from './chord.ts';

export const keyGroups = ['show', 'round', 'gifts', 'viewers', 'page'] as const;
export type KeyGroup = (typeof keyGroups)[number];

interface KeyActionFacts {
  /** The key until the host chooses another one. */
  chord: Chord;
  group: KeyGroup;
  /** Of the actions of one turn only one is possible at a time, and so they may share a key. */
  turn?: string;
  /** The key does more with Shift held, so that its chord with Shift is taken as well. */
  shifts?: true;
}

/** Everything that a key can do. Help and Setting list it in this order, as `key.<action>`. */
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
  'gaps.open': { chord: 'W', group: 'show' },
  'bindings.suspend': { chord: 'B', group: 'show' },
  'round.prepare': { chord: 'T', group: 'round', turn: 'round' },
  'round.start': { chord: 'T', group: 'round', turn: 'round' },
  'round.pause': { chord: 'O', group: 'round', turn: 'roundHold' },
  'round.resume': { chord: 'O', group: 'round', turn: 'roundHold' },
  'round.end': { chord: 'Shift+E', group: 'round' },
  'round.sides': { chord: 'X', group: 'round' },
  'round.settle': { chord: 'Y', group: 'round' },
  'tie.focus': { chord: 'Shift+T', group: 'round' },
  'tie.nobody': { chord: 'Shift+N', group: 'round' },
  'dance.next': { chord: 'J', group: 'round' },
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
  'frame.dark': { chord: 'D', group: 'page' },
  'frame.help': { chord: '?', group: 'page' },
} as const satisfies Record<string, KeyActionFacts>;

export type KeyAction = keyof typeof keyActions;

export const keyActionNames = Object.keys(keyActions) as KeyAction[];

/** Chords that always do the same, whatever the host chooses. */
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

/** The place of the anchor that an action is about, 1 to 9; null for other actions. */
export function anchorNumberOf(action: KeyAction): number | null {
  const place = /^anchor\.(\d)$/.exec(action)?.[1];
  return place === undefined ? null : Number(place);
}

/** The action of the anchor in this place, from 1; null beyond the ninth. */
export function anchorAction(place: number): KeyAction | null {
  const name = `anchor.${place}`;
  return isKeyAction(name) ? name : null;
}
