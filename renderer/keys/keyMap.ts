/** Everything that a key can do, with its key as `KeyboardEvent.key` gives it. One key does one thing. */
export const keyMap = {
  'session.start': 's',
  'session.pause': 'p',
  'session.resume': 'p',
  'session.end': 'e',
  'room.focus': '/',
  'rehearsal.open': 'r',
  'bindings.suspend': 'b',
  'frame.dark': 'd',
  'ledger.focus': 'g',
  'ledger.undo': 'u',
  'viewers.focus': 'v',
} as const;

export type KeyAction = keyof typeof keyMap;

/** How a key is written on its button. */
export function keyLabel(action: KeyAction): string {
  return keyMap[action].toUpperCase();
}
