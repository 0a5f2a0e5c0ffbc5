import { describe, expect, it } from 'vitest';
import { GlobalShortcuts } from '#electron/system/globalShortcuts.ts';

/** A system in which other programs have some keys. */
function setUp() {
  const taken = new Set<string>();
  const registered = new Map<string, () => void>();
  const presses: string[][] = [];
  const shortcuts = new GlobalShortcuts(
    {
      register: (accelerator, pressed) => {
        if (accelerator === 'Ctrl+Alt+num9') throw new TypeError('conversion failure');
        if (taken.has(accelerator) || registered.has(accelerator)) return false;
        registered.set(accelerator, pressed);
        return true;
      },
      unregister: (accelerator) => void registered.delete(accelerator),
    },
    (actions) => presses.push(actions),
  );
  return { taken, registered, presses, shortcuts };
}

describe('global shortcuts', () => {
  it('report a press with all actions of the key', () => {
    const { registered, presses, shortcuts } = setUp();
    shortcuts.register({ 'round.prepare': 'F13', 'round.start': 'F13', 'ledger.undo': 'F14' });
    registered.get('F13')?.();
    registered.get('F14')?.();
    expect(presses).toEqual([['round.prepare', 'round.start'], ['ledger.undo']]);
  });

  it('give back the keys that are no longer chosen', () => {
    const { registered, presses, shortcuts } = setUp();
    shortcuts.register({ 'round.start': 'F13', 'ledger.undo': 'F14' });
    shortcuts.register({ 'round.end': 'F14' });
    expect([...registered.keys()]).toEqual(['F14']);
    registered.get('F14')?.();
    expect(presses).toEqual([['round.end']]);
  });

  it('name the actions whose key another program has, and get the key once it is free', () => {
    const { taken, registered, shortcuts } = setUp();
    taken.add('F13');
    shortcuts.register({ 'round.start': 'F13', 'ledger.undo': 'F14' });
    expect(shortcuts.check()).toEqual(['round.start']);
    expect([...registered.keys()]).toEqual(['F14']);
    taken.clear();
    expect(shortcuts.check()).toEqual([]);
    expect([...registered.keys()]).toEqual(['F14', 'F13']);
  });

  it('do not give back a key of another program', () => {
    const { taken, registered, shortcuts } = setUp();
    taken.add('F13');
    shortcuts.register({ 'round.start': 'F13' });
    registered.set('F13', () => undefined);
    shortcuts.register({});
    expect(registered.has('F13')).toBe(true);
  });

  it('refuse a key that the system does not have', () => {
    const { shortcuts } = setUp();
    shortcuts.register({ 'round.start': 'Ctrl+Alt+num9' });
    expect(shortcuts.check()).toEqual(['round.start']);
  });
});
