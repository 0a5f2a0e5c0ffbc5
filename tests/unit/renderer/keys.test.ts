import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf, type KeyAction, keyActionNames } from '#renderer/data/keys/actions.ts';
import { chordLabel, chordOf, isChoosable } from '#renderer/data/keys/chord.ts';
import { choose, hitOf, keyMapOf, problemOf } from '#renderer/data/keys/keyMap.ts';
import { createKeyStore, type KeyPress } from '#renderer/data/keys/keyStore.ts';

function press(key: string, code: string, more: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    typing: false,
    ...more,
  };
}

describe('key press', () => {
  it.each([
    ['a letter', press('s', 'KeyS'), 'S'],
    ['a letter with Caps Lock', press('S', 'KeyS'), 'S'],
    ['a letter with Shift', press('X', 'KeyX', { shiftKey: true }), 'Shift+X'],
    ['a letter of a French keyboard, where it is written', press('a', 'KeyQ'), 'A'],
    ['a letter of a Dvorak keyboard, where it is written', press('s', 'Semicolon'), 'S'],
    ['a Cyrillic letter, by its place', press('ы', 'KeyS'), 'S'],
    ['a kana, by its place', press('と', 'KeyS'), 'S'],
    ['a letter taken by an input method', press('Process', 'KeyS'), 'S'],
    ['a digit', press('1', 'Digit1'), '1'],
    ['a digit of a French keyboard, which writes a sign', press('&', 'Digit1'), '1'],
    ['the same with Shift', press('1', 'Digit1', { shiftKey: true }), 'Shift+1'],
    ['a digit of the number pad', press('7', 'Numpad7'), '7'],
    ['an arrow of the number pad', press('Home', 'Numpad7'), null],
    ['a sign that takes Shift in one layout', press('?', 'Slash', { shiftKey: true }), '?'],
    ['the same sign in another layout', press('?', 'Minus', { shiftKey: true }), '?'],
    ['a letter that only some keyboards have', press('ö', 'Semicolon'), 'Ö'],
    ['Delete', press('Delete', 'Delete'), 'Delete'],
    ['Backspace, which is Delete on a Mac', press('Backspace', 'Backspace'), 'Delete'],
    ['Ctrl+Z', press('z', 'KeyZ', { ctrlKey: true }), 'Mod+Z'],
    ['Cmd+Z', press('z', 'KeyZ', { metaKey: true }), 'Mod+Z'],
    ['AltGr, which writes signs', press('@', 'KeyQ', { altKey: true, ctrlKey: true }), null],
    ['a dead key', press('Dead', 'BracketLeft'), null],
    ['Shift alone', press('Shift', 'ShiftLeft', { shiftKey: true }), null],
    ['the space bar', press(' ', 'Space'), null],
    ['an arrow', press('ArrowUp', 'ArrowUp'), null],
  ])('is recognised on every keyboard: %s', (_what, stroke, chord) => {
    expect(chordOf(stroke)).toBe(chord);
  });

  it('never throws for any keyboard event', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.boolean(), (key, code, shiftKey) => {
        const chord = chordOf(press(key, code, { shiftKey }));
        expect(chord === null || chord.length > 0).toBe(true);
      }),
    );
  });
});

describe('default keys', () => {
  it('have one action each, except for actions that exclude each other', () => {
    const map = keyMapOf({});
    for (const action of keyActionNames) {
      expect({ action, problem: problemOf(map, action, map[action]) }).toEqual({ action, problem: null });
      const turn = factsOf(action).turn;
      const actions = hitOf(map, map[action])?.actions ?? [];
      expect(actions.filter((each) => turn === undefined || factsOf(each).turn !== turn)).toEqual(
        turn === undefined ? [action] : [],
      );
    }
  });
});

describe('customised key', () => {
  const start: KeyAction = 'session.start';

  it('replaces the default key, which becomes free', () => {
    const chosen = choose({}, start, 'F8');
    const map = keyMapOf(chosen);
    expect(hitOf(map, 'F8')).toEqual({ actions: [start], shift: false });
    expect(hitOf(map, 'S')).toBeNull();
  });

  it('is rejected if another action has it, and that action is returned', () => {
    const map = keyMapOf({});
    expect(problemOf(map, start, 'E')).toEqual({ problem: 'taken', by: 'session.end' });
    expect(problemOf(map, start, '5')).toEqual({ problem: 'taken', by: 'anchor.5' });
    expect(problemOf(map, start, 'S')).toBeNull();
  });

  it("cannot be the Shift variant of an anchor's key", () => {
    const map = keyMapOf({ 'anchor.1': 'Ö' });
    expect(problemOf(map, start, 'Shift+Ö')).toEqual({ problem: 'taken', by: 'anchor.1' });
    expect(problemOf(map, start, 'Shift+1')).toBeNull();
    expect(problemOf(map, 'anchor.1', 'Shift+Ä')).toEqual({ problem: 'needsShift' });
    expect(problemOf(map, 'anchor.1', '?')).toEqual({ problem: 'needsShift' });
  });

  it('can be shared by pause and resume, which exclude each other', () => {
    const chosen = choose(choose({}, 'session.pause', 'F8'), 'session.resume', 'F8');
    expect(hitOf(keyMapOf(chosen), 'F8')?.actions).toEqual(['session.pause', 'session.resume']);
  });

  it.each(['Mod+S', 'Mod+Z', 'F5', 'F11', 'Shift+F4'])('cannot be a shortcut of the browser: %s', (chord) => {
    expect(isChoosable(chord)).toBe(false);
    expect(problemOf(keyMapOf({}), start, chord)).toEqual({ problem: 'notChoosable' });
  });

  it('is not stored if it equals the default', () => {
    expect(choose(choose({}, start, 'F8'), start, 'S')).toEqual({});
  });

  it('can be swapped with another key', () => {
    const map = keyMapOf({ 'anchor.1': '2', 'anchor.2': '1' });
    expect([map['anchor.1'], map['anchor.2']]).toEqual(['2', '1']);
  });
});

describe('key map', () => {
  it('has a key for every action, and no key twice, for any stored value', () => {
    const chords = [
      'S',
      'P',
      'E',
      '1',
      '2',
      'Shift+1',
      'Delete',
      '?',
      'Mod+S',
      'F9',
      '',
      'Shift+Delete',
      'J',
    ];
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom<string>(...keyActionNames), fc.string()),
          fc.constantFrom(...chords),
        ),
        (chosen) => {
          const map = keyMapOf(chosen);
          for (const action of keyActionNames) {
            expect(problemOf(map, action, map[action])).toBeNull();
            expect(hitOf(map, map[action])?.actions).toContain(action);
          }
        },
      ),
    );
  });
});

describe('keys of the page', () => {
  it('run only the actions of the open screen', () => {
    const keys = createKeyStore(() => ({}));
    const done: string[] = [];
    const leave = keys.bind('session.start', () => done.push('start'));
    expect(keys.press(press('S', 'KeyS'))).toBe(true);
    expect(keys.press(press('F9', 'F9'))).toBe(false);
    leave();
    expect(keys.press(press('s', 'KeyS'))).toBe(false);
    expect(done).toEqual(['start']);
  });

  it('ignore typing, held keys, shortcuts of the browser and open dialogs', () => {
    const keys = createKeyStore(() => ({}));
    keys.bind('session.end', () => {
      throw new Error('this must not end the show');
    });
    expect(keys.press(press('e', 'KeyE', { typing: true }))).toBe(false);
    expect(keys.press(press('e', 'KeyE', { repeat: true }))).toBe(false);
    expect(keys.press(press('e', 'KeyE', { ctrlKey: true }))).toBe(false);
    expect(keys.press(press('e', 'KeyE', { metaKey: true }))).toBe(false);
    expect(keys.press(press('e', 'KeyE', { altKey: true }))).toBe(false);
    const unblock = keys.block();
    expect(keys.press(press('e', 'KeyE'))).toBe(false);
    unblock();
    expect(() => keys.press(press('e', 'KeyE'))).toThrow();
  });

  it('run the action that is possible now if two share a key', () => {
    const keys = createKeyStore(() => ({}));
    const done: string[] = [];
    const leave = keys.bind('session.pause', () => done.push('pause'));
    keys.press(press('p', 'KeyP'));
    leave();
    keys.bind('session.resume', () => done.push('resume'));
    keys.press(press('p', 'KeyP'));
    expect(done).toEqual(['pause', 'resume']);
  });

  it('run from a global key too, but not behind an open dialog', () => {
    const keys = createKeyStore(() => ({}));
    const done: string[] = [];
    keys.bind('round.start', () => done.push('start'));
    expect(keys.run(['round.prepare', 'round.start'])).toBe(true);
    expect(keys.run(['round.end'])).toBe(false);
    const unblock = keys.block();
    expect(keys.run(['round.start'])).toBe(false);
    unblock();
    expect(done).toEqual(['start']);
  });

  it('change at once with the key map', () => {
    let chosen: Record<string, string> = {};
    const keys = createKeyStore(() => chosen);
    const done: boolean[] = [];
    keys.bind('anchor.1', ({ shift }) => done.push(shift));
    keys.press(press('1', 'Digit1'));
    chosen = { 'anchor.1': 'Ö' };
    expect(keys.press(press('1', 'Digit1'))).toBe(false);
    keys.press(press('Ö', 'Semicolon', { shiftKey: true }));
    expect(done).toEqual([false, true]);
  });

  it('are shown on buttons with their label on the keyboard', () => {
    expect(['S', 'Shift+X', 'Delete', '?', 'Mod+Z'].map(chordLabel)).toEqual([
      'S',
      '⇧X',
      'Del',
      '?',
      'Ctrl+Z',
    ]);
  });
});
