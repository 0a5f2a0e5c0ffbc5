import { describe, expect, it } from 'vitest';
import { snapshotSchema } from '#shared/contract/snapshot.ts';
import { anchorOf, effectiveBinding, nicknameOf, restingBinding, standings } from '#shared/game/selectors.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import { anchor, CROWN, preset, Show } from '#tests/support/show.ts';

const friday = preset({ anchors: [anchor('a1', { nickname: 'Mika', gift: { ids: [CROWN] } })] });
const saturday = preset({ id: 'saturday', anchors: [anchor('b1', { nickname: 'Hana' })] });

function changed(): Show {
  const show = Show.started(friday);
  show.gift('aoi', { giftId: CROWN, diamonds: 9 });
  show.tell({ command: 'choosePreset', preset: saturday });
  return show;
}

const viewer = (show: Show, id: string) => {
  const found = show.state.viewers.get(id);
  if (found === undefined) throw new Error(`no viewer ${id}`);
  return found;
};

describe('anchor whom the new preset of a running show lacks', () => {
  it('keeps the nickname beside the votes', () => {
    const list = standings(changed().state).map(({ anchor, former, votesTenths }) => [
      anchor?.nickname ?? null,
      former?.nickname ?? null,
      votesTenths,
    ]);
    expect(list).toEqual([
      ['Hana', null, 0],
      [null, 'Mika', 90],
    ]);
  });

  it('keeps the account, picture and exclusive gift that a row shows', () => {
    const avatar = 'f'.repeat(64);
    const show = Show.started(
      preset({ anchors: [anchor('a1', { nickname: 'Mika', username: 'mika', avatar })] }),
    );
    show.tell({ command: 'choosePreset', preset: saturday });
    expect(anchorOf(show.state, 'a1')).toEqual({
      id: 'a1',
      nickname: 'Mika',
      username: 'mika',
      avatar,
      gift: null,
    });
  });

  it('has the name from the newest preset that contained the anchor', () => {
    const show = changed();
    show.tell({
      command: 'choosePreset',
      preset: preset({ anchors: [anchor('a1', { nickname: 'Mika ★' })] }),
    });
    show.tell({ command: 'choosePreset', preset: saturday });
    show.tell({ command: 'choosePreset', preset: preset({ anchors: [anchor('c1', { nickname: 'Rei' })] }) });
    expect(['a1', 'b1', 'c1', 'x'].map((id) => nicknameOf(show.state, id))).toEqual([
      'Mika ★',
      'Hana',
      'Rei',
      null,
    ]);
  });

  it('is a normal anchor again once a preset contains the anchor', () => {
    const show = changed();
    show.tell({ command: 'choosePreset', preset: friday });
    expect([...show.state.formerAnchors.keys()]).toEqual(['b1']);
    expect(standings(show.state).map(({ anchor }) => anchor?.nickname)).toEqual(['Mika']);
  });

  it('stays the former anchor of the bound viewers, who are bound again with the old preset', () => {
    const show = changed();
    expect(effectiveBinding(show.state, viewer(show, 'aoi'))).toBeNull();
    expect(restingBinding(show.state, viewer(show, 'aoi'))).toBe('a1');
    show.tell({ command: 'choosePreset', preset: friday });
    expect(effectiveBinding(show.state, viewer(show, 'aoi'))?.anchorId).toBe('a1');
    expect(restingBinding(show.state, viewer(show, 'aoi'))).toBeNull();
  });

  it('is not shown for a viewer who is now bound to another anchor', () => {
    const show = changed();
    show.tell({ command: 'bind', viewerId: 'aoi', anchorId: 'b1' });
    expect(restingBinding(show.state, viewer(show, 'aoi'))).toBeNull();
    show.gift('ben');
    expect(restingBinding(show.state, viewer(show, 'ben'))).toBeNull();
  });

  it('is known after a restart from a snapshot, also after another change of preset', () => {
    const show = changed();
    const kept = restore(snapshotSchema.parse(JSON.parse(JSON.stringify(serialise(show.state)))));
    expect(nicknameOf(kept, 'a1')).toBe('Mika');
    expect(JSON.stringify(serialise(kept))).toBe(JSON.stringify(serialise(show.state)));
  });

  it('is refused for new gifts', () => {
    const show = changed();
    const row = show.gift('ben');
    expect(show.reassign([row], 'anchor:a1')?.code).toBe('anchor.unknown');
    expect(show.tell({ command: 'bind', viewerId: 'ben', anchorId: 'a1' })?.code).toBe('anchor.unknown');
  });
});
