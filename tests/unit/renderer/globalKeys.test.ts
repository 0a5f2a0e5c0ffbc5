import { describe, expect, it } from 'vitest';
import { acceleratorOf, globalKeyProblem } from '#renderer/data/keys/globalKeys.ts';
import { globalKeysSchema, isGlobalKey } from '#shared/contract/globalKeys.ts';

function press(key: string, code: string, held: string) {
  return {
    key,
    code,
    ctrlKey: held.includes('Ctrl'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    metaKey: held.includes('Super'),
  };
}

describe('global key', () => {
  it.each([
    ['a letter', press('s', 'KeyS', 'Ctrl Alt'), 'Ctrl+Alt+S'],
    ['a letter of a French keyboard, where it is written', press('a', 'KeyQ', 'Ctrl Shift'), 'Ctrl+Shift+A'],
    ['a letter that types a sign with AltGr, by its place', press('@', 'KeyQ', 'Ctrl Alt'), 'Ctrl+Alt+Q'],
    ['a digit that types a sign with Shift, by its place', press('!', 'Digit1', 'Alt Shift'), 'Alt+Shift+1'],
    ['a digit of the number pad', press('7', 'Numpad7', 'Ctrl Alt'), 'Ctrl+Alt+num7'],
    ['a function key', press('F13', 'F13', ''), 'F13'],
    ['an arrow', press('ArrowUp', 'ArrowUp', 'Ctrl Alt'), 'Ctrl+Alt+Up'],
    ['all modifiers, in one order', press('x', 'KeyX', 'Super Shift Alt Ctrl'), 'Ctrl+Alt+Shift+Super+X'],
    ['a key without a name', press('MediaPlay', 'MediaPlay', 'Ctrl Alt'), null],
  ])('is named by %s', (_what, stroke, accelerator) => {
    expect(acceleratorOf(stroke)).toBe(accelerator);
    if (accelerator !== null) expect(isGlobalKey(accelerator)).toBe(true);
  });

  it.each(['S', 'Shift+S', 'Ctrl+C', 'Alt+1', 'Super+L', 'F5', 'Alt+F4', 'Shift+Delete', 'num1'])(
    'is not one that people type or other programs need: %s',
    (accelerator) => {
      expect(isGlobalKey(accelerator)).toBe(false);
      expect(globalKeyProblem({}, 'round.start', accelerator)).toEqual({ problem: 'notGlobal' });
    },
  );

  it.each([
    'Alt+Ctrl+S',
    'Ctrl+Ctrl+S',
    'Ctrl+Alt+',
    'Ctrl+Alt+SS',
    'Ctrl+Alt+Return',
    'F25',
    'Ctrl+Alt+é',
    '',
  ])('is stored in one form only, so %j is rejected', (accelerator) => {
    expect(globalKeysSchema.safeParse({ 'round.start': accelerator }).success).toBe(false);
  });

  it('belongs to one action, or to actions of which only one is possible at a time', () => {
    const keys = { 'round.prepare': 'F13', 'ledger.undo': 'F14' };
    expect(globalKeyProblem(keys, 'round.start', 'F13')).toBeNull();
    expect(globalKeyProblem(keys, 'round.start', 'F14')).toEqual({ problem: 'taken', by: 'ledger.undo' });
    expect(globalKeyProblem(keys, 'ledger.undo', 'F14')).toBeNull();
  });
});
