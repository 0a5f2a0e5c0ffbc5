import { describe, expect, it } from 'vitest';
import { type AnchorDraft, newAnchor } from '#renderer/data/presets/presetForm.ts';
import { addAnchors, anchorLines } from '#renderer/features/presets/AnchorRows.tsx';

const names = (text: string) => anchorLines(text).map(({ nickname, username }) => [nickname, username]);

describe('pasted anchor names', () => {
  it('become one anchor a line, without blank lines, bullets and numbers', () => {
    expect(names('Mika\r\n\r\n- Rei\n2. Sora\n３人目\n・ハル\n4、小雨\n')).toEqual([
      ['Mika', ''],
      ['Rei', ''],
      ['Sora', ''],
      ['３人目', ''],
      ['ハル', ''],
      ['小雨', ''],
    ]);
  });

  it('take the account after the name, as @name, profile address or second cell', () => {
    expect(
      names('Mika @mika_live\nRei, ＠rei.2\nSora\tsora_x\n@haru\nYu https://www.tiktok.com/@yu?lang=en'),
    ).toEqual([
      ['Mika', 'mika_live'],
      ['Rei', 'rei.2'],
      ['Sora', 'sora_x'],
      ['haru', 'haru'],
      ['Yu', 'yu'],
    ]);
  });

  it('keep names that only look like a number or an address', () => {
    expect(names('3.14\nmika@home\n24/7')).toEqual([
      ['3.14', ''],
      ['mika@home', ''],
      ['24/7', ''],
    ]);
  });

  it('are cut to the length of a nickname', () => {
    expect(anchorLines('あ'.repeat(200))[0]?.nickname).toHaveLength(60);
  });
});

describe('adding anchors', () => {
  const ids = Array.from({ length: 100 }, (_, place) => `new${place}`).values();
  const id = () => ids.next().value ?? 'no id left';
  const anchor = (nickname: string, more: Partial<AnchorDraft> = {}): AnchorDraft => ({
    ...newAnchor(`old-${nickname}`),
    nickname,
    ...more,
  });
  const add = (list: AnchorDraft[], text: string, earlier: AnchorDraft[] = [], used: number[] = []) =>
    addAnchors(list, anchorLines(text), earlier, new Set(used), id);

  it('skips names that the list has already, in any letter case', () => {
    const { anchors, added } = add([anchor('Mika')], 'MIKA\nRei\nrei');
    expect(anchors.map(({ nickname }) => nickname)).toEqual(['Mika', 'Rei']);
    expect(added).toHaveLength(1);
  });

  it('replaces empty rows and keeps all others', () => {
    const { anchors } = add([anchor(''), anchor('', { username: 'sora' })], 'Rei');
    expect(anchors.map(({ nickname, username }) => nickname || username)).toEqual(['sora', 'Rei']);
  });

  it('gives an anchor of an earlier preset its account, picture and gift under a new id', () => {
    const known = anchor('Mika', {
      username: 'mika_live',
      userId: '7',
      avatar: 'a'.repeat(64),
      gift: { ids: [5655] },
    });
    const [again] = add([], 'mika', [known]).added;
    expect(again).toEqual({ ...known, id: again?.id, nickname: 'mika' });
    expect(again?.id).not.toBe(known.id);
    expect(add([], '@mika_live', [known]).added[0]?.nickname).toBe('Mika');
  });

  it('does not give a gift that another anchor has', () => {
    const known = ['Mika', 'Rei'].map((name) => anchor(name, { gift: { ids: [5655] } }));
    expect(add([], 'Mika\nRei', known).added.map(({ gift }) => gift?.ids)).toEqual([[5655], undefined]);
    expect(add([], 'Mika', known, [5655]).added[0]?.gift).toBeNull();
  });

  it('stops at the limit of a preset and counts the names that were left out', () => {
    const text = Array.from({ length: 53 }, (_, place) => `Anchor ${place}`).join('\n');
    const { anchors, left } = add([], text);
    expect([anchors.length, left]).toEqual([50, 3]);
  });
});
