import { describe, expect, it } from 'vitest';
import type { StickerSettings } from '#shared/contract/rules.ts';
import { latestRound, nextTurn } from '#shared/game/round/view.ts';
import { anchor, CAT_PAWS, CROWN, LION, preset, ROSE, Show } from '#tests/support/show.ts';

const prepare = (show: Show, more: object = {}) => show.tell({ command: 'prepare', ...more })?.code ?? 'done';

describe('freestyle', () => {
  const freestyle = (more = {}) =>
    Show.started(
      preset({
        mode: 'freestyle',
        anchors: [
          anchor('mika', { gift: { ids: [CAT_PAWS] } }),
          anchor('rei', { duration: 20 }),
          anchor('yuki'),
        ],
        freestyle: { length: 60, clearance: 5 },
        ...more,
      }),
    );
  const turn = (show: Show, more = {}) => {
    prepare(show, more);
    show.act('start');
  };

  it('gives the anchors their turns in list order, each for its own time or the mode’s', () => {
    const show = freestyle();
    const chosen = show.state.preset ?? preset();
    turn(show);
    expect(show.round).toMatchObject({ kind: 'turn', anchors: ['mika'], countdown: { length: 60_000 } });
    expect(prepare(show)).toBe('task.previousFirst');
    show.pass(60_000);
    turn(show);
    expect(show.round).toMatchObject({ anchors: ['rei'], countdown: { length: 20_000 } });
    show.pass(20_000);
    // A prepared turn does not count as taken.
    prepare(show);
    expect(nextTurn(show.state)).toBe('yuki');
    show.tell({ command: 'knockOut', anchorId: 'yuki', out: true });
    expect(nextTurn(show.state)).toBe('mika');
    turn(show, { anchorId: 'rei' });
    expect(show.round.anchors).toEqual(['rei']);
    show.act('end');
    prepare(show, { anchorId: 'rei' });
    show.tell({ command: 'choosePreset', preset: { ...chosen, name: 'Later' } });
    expect(show.round, 'the chosen turn outlives a change of the preset').toMatchObject({
      phase: 'prepared',
      anchors: ['rei'],
    });
    show.act('end');
    expect(prepare(show, { anchorId: 'yuki' })).toBe('anchor.out');
    expect(prepare(show, { anchorId: 'nobody' })).toBe('anchor.unknown');
  });

  it('reports whether a turn exceeded the mode’s own clearance score', () => {
    const show = freestyle({ round: { ...preset().round, clearance: 1000 } });
    turn(show);
    show.gift('aoi', { giftId: CAT_PAWS, repeat: 5 });
    show.pass(60_000);
    expect(show.round.settlement).toMatchObject({
      outcome: 'notCleared',
      cleared: false,
      byAdvantage: false,
    });
    turn(show, { anchorId: 'mika' });
    show.gift('aoi', { giftId: CAT_PAWS, repeat: 6 });
    show.pass(60_000);
    expect(show.round.settlement).toMatchObject({ outcome: 'cleared', cleared: true });
    expect(show.round.settlement?.shares).toMatchObject([{ anchorId: 'mika', votesTenths: 60 }]);
  });

  it('gives no turn when every anchor is out', () => {
    const show = freestyle({ anchors: [anchor('mika')] });
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    expect(prepare(show)).toBe('round.anchorRequired');
  });
});

describe('normal and vote counting', () => {
  it.each(['normal', 'votes'] as const)('count in rounds (%s) for each anchor alone', (mode) => {
    const show = Show.started(preset({ mode }));
    prepare(show);
    show.act('start');
    show.gift('aoi', { giftId: CROWN, repeat: 3 });
    show.gift('ben');
    show.act('end');
    expect(show.round).toMatchObject({ kind: 'ranking', anchors: ['mika', 'rei', 'yuki'] });
    expect(show.round.settlement).toMatchObject({ outcome: 'ranked', poolTenths: 30, out: [] });
    expect(show.round.settlement?.shares.map(({ votesTenths }) => votesTenths)).toEqual([0, 30, 0]);
    expect(show.state.fates.size).toBe(0);
  });
});

describe('sticker dance', () => {
  const spin = { id: 'spin', name: 'Spin', effects: '', gift: { ids: [ROSE] }, duration: 10 };
  const heart = { id: 'heart', name: 'Heart', effects: '', gift: { ids: [LION] }, duration: 0 };
  const dancing = (sticker: Partial<StickerSettings> = {}) =>
    Show.started(
      preset({ mode: 'sticker', gameplay: [spin, heart], sticker: { ...preset().sticker, ...sticker } }),
    );
  const playing = (show: Show) => {
    const { playing: now } = show.state;
    return now === null ? 'none' : `${now.dance.entryId} of ${now.dance.viewerId} x${now.dance.times}`;
  };
  const waiting = (show: Show) =>
    [...show.state.dances.values()].map(
      ({ entryId, viewerId, times }) => `${entryId} of ${viewerId} x${times}`,
    );
  const dance = (show: Show, action: 'start' | 'end' | 'remove', danceId?: number) =>
    show.tell({ command: 'dance', action, ...(danceId === undefined ? {} : { danceId }) })?.code ?? 'done';

  it('queues the dance of a gift and plays one after another', () => {
    const show = dancing();
    show.gift('aoi');
    show.gift('ben');
    show.gift('chen', { giftId: LION });
    show.gift('dai', { giftId: CROWN });
    expect(playing(show)).toBe('spin of aoi x1');
    expect(waiting(show)).toEqual(['spin of ben x1', 'heart of chen x1']);
    show.pass(10_000);
    expect(playing(show)).toBe('spin of ben x1');
    show.pass(10_000);
    // A dance without a duration runs until the next one is started.
    expect(playing(show)).toBe('heart of chen x1');
    show.pass(3600_000);
    expect(playing(show)).toBe('heart of chen x1');
    show.gift('emi');
    expect(playing(show)).toBe('spin of emi x1');
  });

  it('dances once for each gift or once for a combo, as the preset says', () => {
    const each = dancing();
    each.gift('zoe');
    each.combo('aoi', 1);
    each.combo('aoi', 3);
    each.gift('ben', { repeat: 2 });
    expect(waiting(each)).toEqual(['spin of aoi x3', 'spin of ben x2']);
    each.pass(10_000);
    each.pass(29_999);
    expect(playing(each)).toBe('spin of aoi x3');
    each.pass(1);
    expect(playing(each)).toBe('spin of ben x2');

    const once = dancing({ repeat: 'once' });
    once.gift('zoe');
    once.combo('aoi', 1);
    once.combo('aoi', 3);
    expect(waiting(once)).toEqual(['spin of aoi x1']);
  });

  it('waits for the host if the preset says so, and refuses a dance while another one runs', () => {
    const show = dancing({ next: 'byHand' });
    show.gift('aoi');
    show.gift('ben');
    const third = show.gift('chen', { giftId: LION });
    expect(playing(show)).toBe('none');
    expect(dance(show, 'start')).toBe('done');
    expect(playing(show)).toBe('spin of aoi x1');
    expect(dance(show, 'start')).toBe('task.previousFirst');
    expect(dance(show, 'end')).toBe('done');
    expect(playing(show)).toBe('none');
    expect(dance(show, 'start', third)).toBe('done');
    expect(playing(show)).toBe('heart of chen x1');
    expect(dance(show, 'start')).toBe('done');
    show.pass(10_000);
    expect(playing(show)).toBe('none');
    expect(dance(show, 'start')).toBe('dance.none');
    expect(dance(show, 'end')).toBe('dance.none');
  });

  it('lets the host remove a dance from the queue', () => {
    const show = dancing();
    show.gift('aoi');
    const second = show.gift('ben');
    expect(dance(show, 'remove', second)).toBe('done');
    expect(waiting(show)).toEqual([]);
    expect(dance(show, 'remove', second)).toBe('dance.none');
  });

  it('stands still while the session is paused, accepts nothing then, and ends with it', () => {
    const show = dancing();
    show.gift('aoi');
    show.pass(4000);
    show.tell({ command: 'session', action: 'pause' });
    show.gift('ben');
    expect(dance(show, 'start')).toBe('session.paused');
    show.pass(60_000);
    expect([playing(show), waiting(show)]).toEqual(['spin of aoi x1', []]);
    show.tell({ command: 'session', action: 'resume' });
    show.gift('ben');
    show.pass(5999);
    expect(playing(show)).toBe('spin of aoi x1');
    show.tell({ command: 'session', action: 'end' });
    expect([playing(show), waiting(show)]).toEqual(['none', []]);
    expect(dance(Show.ready(), 'start')).toBe('session.notStarted');
  });

  it('stands still if it begins during a pause, and runs on after it', () => {
    const show = dancing();
    show.gift('aoi');
    show.gift('ben');
    show.tell({ command: 'session', action: 'pause' });
    expect(dance(show, 'end')).toBe('done');
    show.pass(60_000);
    expect(playing(show)).toBe('spin of ben x1');
    show.tell({ command: 'session', action: 'resume' });
    show.pass(9999);
    expect(playing(show)).toBe('spin of ben x1');
    show.pass(1);
    expect(playing(show)).toBe('none');
  });

  it('has no rounds when it is display only, and ranks anchors when it has scores', () => {
    const show = dancing();
    expect(prepare(show)).toBe('round.notInMode');
    show.gift('aoi');
    expect(show.tenths('unallocated')).toBe(10);
    const scored = dancing({ scores: true });
    expect(prepare(scored)).toBe('done');
    expect(scored.round.kind).toBe('ranking');
  });

  it('forgets dances that another preset lacks', () => {
    const show = dancing();
    show.gift('aoi', { giftId: LION });
    show.gift('ben');
    show.gift('chen');
    show.tell({ command: 'choosePreset', preset: preset({ mode: 'sticker', gameplay: [heart] }) });
    expect([playing(show), waiting(show)]).toEqual(['none', []]);
  });

  it('keeps dances that another preset has too', () => {
    const show = dancing();
    show.gift('aoi');
    show.gift('ben');
    show.gift('chen', { giftId: LION });
    show.tell({ command: 'choosePreset', preset: preset({ mode: 'sticker', gameplay: [spin] }) });
    expect([playing(show), waiting(show)]).toEqual(['spin of aoi x1', ['spin of ben x1']]);
    show.pass(10_000);
    expect(playing(show)).toBe('spin of ben x1');
  });
});

describe('gameplay entries in the other modes', () => {
  it('run at once for their time and replace the one before', () => {
    const spin = { id: 'spin', name: 'Spin', effects: '', gift: { ids: [ROSE] }, duration: 10 };
    const heart = { id: 'heart', name: 'Heart', effects: '', gift: { ids: [LION] }, duration: 0 };
    const show = Show.started(preset({ gameplay: [spin, heart], giftPrice: { min: 5, max: null } }));
    show.gift('aoi', { repeat: 3 });
    expect(show.state.playing?.dance.entryId).toBe('spin');
    show.pass(10_000);
    expect(show.state.playing).toBeNull();
    show.gift('aoi', { giftId: LION });
    show.pass(60_000);
    expect(show.state.playing?.dance.entryId).toBe('heart');
    show.gift('ben');
    expect(show.state.playing?.dance).toMatchObject({ entryId: 'spin', viewerId: 'ben' });
    expect(show.state.dances.size).toBe(0);
    expect(latestRound(show.state)).toBeNull();
  });
});
