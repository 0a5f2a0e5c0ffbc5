import { describe, expect, it } from 'vitest';
import { createKeyStore } from '#renderer/data/keys/keyStore.ts';
import { assignKeyOf } from '#renderer/features/show/ledger/assignKeys.ts';
import { bindKeyOf } from '#renderer/features/show/viewers/ViewerMenu.tsx';

const anchors = ['aya', 'ren'];

type Held = Partial<Record<'shift' | 'ctrl' | 'meta' | 'alt', boolean>>;

function hit(key: string, code: string, held: Held = {}, chosen: Record<string, string> = {}) {
  return createKeyStore(() => chosen).hit({
    key,
    code,
    shiftKey: held.shift ?? false,
    ctrlKey: held.ctrl ?? false,
    metaKey: held.meta ?? false,
    altKey: held.alt ?? false,
  });
}

describe('ledger keys', () => {
  it('assign a gift to the anchor with that number in the preset by 1 to 9', () => {
    expect(assignKeyOf(hit('2', 'Digit2'), anchors)).toEqual({
      do: 'assign',
      to: 'anchor:ren',
      viewer: false,
    });
    expect(assignKeyOf(hit('1', 'Numpad1'), anchors)).toEqual({
      do: 'assign',
      to: 'anchor:aya',
      viewer: false,
    });
  });

  it('report a number for which the preset has no anchor', () => {
    expect(assignKeyOf(hit('3', 'Digit3'), anchors)).toEqual({ do: 'noAnchor', place: 3 });
  });

  it('assign all unallocated gifts of the viewer with Shift on any keyboard layout', () => {
    const all = { do: 'assign', to: 'anchor:aya', viewer: true };
    expect(assignKeyOf(hit('!', 'Digit1', { shift: true }), anchors)).toEqual(all);
    expect(assignKeyOf(hit('1', 'Digit1', { shift: true }), anchors)).toEqual(all);
    expect(assignKeyOf(hit('&', 'Digit1'), anchors)).toEqual({ ...all, viewer: false });
  });

  it('make a gift unallocated by 0, and uncounted by Delete or Backspace', () => {
    expect(assignKeyOf(hit('0', 'Digit0'), anchors)).toMatchObject({ to: 'unallocated' });
    expect(assignKeyOf(hit('Delete', 'Delete'), anchors)).toMatchObject({ to: 'uncounted' });
    expect(assignKeyOf(hit('Backspace', 'Backspace'), anchors)).toMatchObject({ to: 'uncounted' });
    expect(assignKeyOf(hit('Delete', 'Delete', { shift: true }), anchors)).toBeNull();
  });

  it('assign a gift to the attacker by Shift+A and to the defender by Shift+D', () => {
    expect(assignKeyOf(hit('A', 'KeyA', { shift: true }), anchors)).toMatchObject({ to: 'attacker' });
    expect(assignKeyOf(hit('D', 'KeyD', { shift: true }), anchors)).toMatchObject({ to: 'defender' });
  });

  it('undo by Ctrl+Z or Cmd+Z, and ignore other keys with Ctrl or Alt', () => {
    expect(assignKeyOf(hit('z', 'KeyZ', { ctrl: true }), anchors)).toEqual({ do: 'undo' });
    expect(assignKeyOf(hit('Z', 'KeyZ', { meta: true }), anchors)).toEqual({ do: 'undo' });
    expect(assignKeyOf(hit('1', 'Digit1', { ctrl: true }), anchors)).toBeNull();
    expect(assignKeyOf(hit('1', 'Digit1', { alt: true }), anchors)).toBeNull();
    expect(assignKeyOf(hit('F9', 'F9'), anchors)).toBeNull();
  });

  it('follow the key map that the host has customised', () => {
    const chosen = { 'anchor.1': 'Ö', 'anchor.none': '9', 'anchor.9': '0' };
    expect(assignKeyOf(hit('Ö', 'Semicolon', { shift: true }, chosen), anchors)).toEqual({
      do: 'assign',
      to: 'anchor:aya',
      viewer: true,
    });
    expect(assignKeyOf(hit('9', 'Digit9', {}, chosen), anchors)).toMatchObject({ to: 'unallocated' });
    expect(assignKeyOf(hit('1', 'Digit1', {}, chosen), anchors)).toBeNull();
  });
});

describe('viewer list keys', () => {
  it('bind by 1 to 9, unbind by 0, pin by K', () => {
    expect(bindKeyOf(hit('1', 'Digit1'), anchors)).toEqual({ do: 'bind', anchorId: 'aya' });
    expect(bindKeyOf(hit('0', 'Digit0'), anchors)).toEqual({ do: 'unbind' });
    expect(bindKeyOf(hit('k', 'KeyK'), anchors)).toEqual({ do: 'pin' });
  });

  it('consume the number of a missing anchor, so that it does not assign a gift', () => {
    expect(bindKeyOf(hit('9', 'Digit9'), anchors)).toEqual({ do: 'nothing' });
    expect(bindKeyOf(hit('k', 'KeyK', { ctrl: true }), anchors)).toBeNull();
  });

  it('ignore the keys of the show', () => {
    expect(bindKeyOf(hit('p', 'KeyP'), anchors)).toBeNull();
    expect(bindKeyOf(hit('Delete', 'Delete'), anchors)).toBeNull();
    expect(bindKeyOf(hit('A', 'KeyA', { shift: true }), anchors)).toBeNull();
  });
});
