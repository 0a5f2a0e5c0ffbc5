import { describe, expect, it } from 'vitest';
import { assignKeyOf } from '#renderer/tool/home/ledger/assignKeys.ts';
import { bindKeyOf } from '#renderer/tool/home/viewers/bindKeys.ts';

const anchors = ['aya', 'ren'];

function press(
  key: string,
  code: string,
  held: Partial<Record<'shift' | 'ctrl' | 'meta' | 'alt', boolean>> = {},
) {
  return {
    key,
    code,
    shiftKey: held.shift ?? false,
    ctrlKey: held.ctrl ?? false,
    metaKey: held.meta ?? false,
    altKey: held.alt ?? false,
  };
}

describe('the keys of the ledger', () => {
  it('1 to 9 give a gift to the anchor of that place in the preset', () => {
    expect(assignKeyOf(press('2', 'Digit2'), anchors)).toEqual({
      do: 'assign',
      to: 'anchor:ren',
      viewer: false,
    });
    expect(assignKeyOf(press('1', 'Numpad1'), anchors)).toEqual({
      do: 'assign',
      to: 'anchor:aya',
      viewer: false,
    });
  });

  it('say so when the preset has no anchor there', () => {
    expect(assignKeyOf(press('3', 'Digit3'), anchors)).toEqual({ do: 'noAnchor', digit: 3 });
  });

  it('with Shift mean all unallocated gifts of the viewer, whatever the keyboard writes for it', () => {
    const all = { do: 'assign', to: 'anchor:aya', viewer: true };
    expect(assignKeyOf(press('!', 'Digit1', { shift: true }), anchors)).toEqual(all);
    expect(assignKeyOf(press('1', 'Digit1', { shift: true }), anchors)).toEqual(all);
    expect(assignKeyOf(press('&', 'Digit1'), anchors)).toEqual({ ...all, viewer: false });
  });

  it('0 makes a gift unallocated again, Delete and Backspace take it out of the count', () => {
    expect(assignKeyOf(press('0', 'Digit0'), anchors)).toMatchObject({ to: 'unallocated' });
    expect(assignKeyOf(press('Delete', 'Delete'), anchors)).toMatchObject({ to: 'uncounted' });
    expect(assignKeyOf(press('Backspace', 'Backspace'), anchors)).toMatchObject({ to: 'uncounted' });
  });

  it('Ctrl or Cmd with Z undoes; other keys with Ctrl are left to the browser', () => {
    expect(assignKeyOf(press('z', 'KeyZ', { ctrl: true }), anchors)).toEqual({ do: 'undo' });
    expect(assignKeyOf(press('Z', 'KeyZ', { meta: true }), anchors)).toEqual({ do: 'undo' });
    expect(assignKeyOf(press('1', 'Digit1', { ctrl: true }), anchors)).toBeNull();
    expect(assignKeyOf(press('1', 'Digit1', { alt: true }), anchors)).toBeNull();
    expect(assignKeyOf(press('x', 'KeyX'), anchors)).toBeNull();
  });
});

describe('the keys of the viewers', () => {
  it('1 to 9 bind, 0 unbinds, P pins', () => {
    expect(bindKeyOf(press('1', 'Digit1'), anchors)).toEqual({ do: 'bind', anchorId: 'aya' });
    expect(bindKeyOf(press('0', 'Digit0'), anchors)).toEqual({ do: 'unbind' });
    expect(bindKeyOf(press('P', 'KeyP', { shift: true }), anchors)).toEqual({ do: 'pin' });
  });

  it('keep a digit without an anchor to themselves, so that it assigns no gift elsewhere', () => {
    expect(bindKeyOf(press('9', 'Digit9'), anchors)).toEqual({ do: 'nothing' });
    expect(bindKeyOf(press('p', 'KeyP', { ctrl: true }), anchors)).toBeNull();
  });
});
