import { describe, expect, it } from 'vitest';
import { Program, startRemote } from './remoteServer.ts';

const GLOW_STICK = 6788;

async function onAir(round: Record<string, unknown> = {}) {
  const remote = await startRemote({ round });
  const { screen, sim, url, tokenOf } = remote;
  const program = new Program(url, await tokenOf());
  /** Gives an unallocated gift, and waits until it is in the queue. */
  const give = async (viewer: string, count = 1) => {
    const before = screen.state.seen.count;
    sim.sendGift({ viewer, gift: GLOW_STICK, count });
    await screen.until(() => screen.state.seen.count === before + count);
  };
  const startRound = async () => {
    await program.act('round.prepare', { attacker: ['a'], defender: ['b'] });
    await program.act('round.start');
  };
  const votes = async () => (await program.state()).scores;
  return { ...remote, program, give, startRound, votes };
}

describe('actions of the remote API', () => {
  it('give waiting gifts to a side, to nobody or to no count, the most votes first', async () => {
    const { program, give, startRound } = await onAir();
    await startRound();
    await give('Small', 1);
    await give('Big', 9);
    await give('Middle', 5);
    const { groups } = (await program.state()).queue;
    expect(groups.map(({ viewerName }) => viewerName)).toEqual(['Big', 'Middle', 'Small']);
    await program.act('side.attacker');
    await program.act('side.defender', { group: groups[2]?.key });
    expect((await program.state()).scores).toMatchObject({ attackerTenths: 90, defenderTenths: 10 });
    const gone = await program.act('anchor.1', { group: groups[2]?.key });
    expect(gone).toMatchObject({ status: 412, body: { error: { code: 'remote.stale' } } });
    await program.act('ledger.uncount');
    expect((await program.state()).queue.rows).toBe(0);
    expect((await program.state()).scores.show.votesTenths).toBe(100);
  });

  it('are about the next group when a key is pressed twice at once', async () => {
    const { program, give } = await onAir();
    await give('One', 2);
    await give('Two', 1);
    const [first, second] = await Promise.all([program.act('anchor.1'), program.act('anchor.2')]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const { a, b } = (await program.state()).scores.anchors;
    expect((a?.showTenths ?? 0) + (b?.showTenths ?? 0)).toBe(30);
    expect(Math.abs((a?.showTenths ?? 0) - (b?.showTenths ?? 0))).toBe(10);
  });

  it('give all gifts of a viewer, or named rows, to an anchor', async () => {
    const { program, give, screen, votes } = await onAir();
    await give('Mia', 2);
    await give('Mia', 3);
    await program.act('anchor.1', { viewer: true });
    expect((await votes()).anchors.a?.showTenths).toBe(50);
    await give('Noa', 4);
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 1 });
    await program.act('anchor.2', { rowIds: [rows[0]?.rowId] });
    expect((await votes()).anchors.b?.showTenths).toBe(40);
    expect((await program.act('anchor.1', { rowIds: [999_999] })).body.error?.code).toBe('ledger.rowUnknown');
  });

  it('end a round, its delay, and settle it', async () => {
    const { program, startRound } = await onAir({ length: 60, delay: 30 });
    await startRound();
    await program.act('round.pause');
    expect((await program.state()).round?.phase).toBe('paused');
    await program.act('round.resume');
    await program.act('round.end');
    expect((await program.state()).round?.phase).toBe('grace');
    await program.act('round.end');
    expect((await program.state()).round).toMatchObject({ phase: 'settled', outcome: 'draw' });
    expect((await program.act('thanks.send')).body.pages).toBe(0);
    expect((await program.act('round.settle')).status).toBe(200);
    expect((await program.act('tie.nobody')).body.error?.code).toBe('round.noTie');
  });

  it('start and stop the time bonuses of the host, and say if there is none', async () => {
    const { program, screen } = await onAir();
    expect((await program.act('bonus.run')).body.error?.code).toBe('overlay.noBonus');
    const make = async (start: 'host' | 'round') => {
      const made = await screen.call('overlay.create', { kind: 'timeBonus', name: start, language: 'en' });
      const { id, name, options, changedAt } = made.link;
      if (options.kind !== 'timeBonus') throw new TypeError('the widget is of another kind');
      await screen.call('overlay.update', { id, name, options: { ...options, start }, changedAt });
    };
    await make('round');
    expect((await program.act('bonus.run')).body.error?.code).toBe('overlay.noBonus');
    await make('host');
    const runs = async () => {
      const { links } = await screen.call('overlay.list', {});
      return links.map(({ options }) => options.kind === 'timeBonus' && options.run?.until === null);
    };
    await program.act('bonus.run');
    expect(await runs()).toEqual([false, true]);
    await program.act('bonus.run');
    expect(await runs()).toEqual([false, false]);
    await program.act('bonus.run', { on: false });
    expect(await runs()).toEqual([false, false]);
    await program.act('bonus.run', { on: true });
    expect(await runs()).toEqual([false, true]);
    expect((await program.act('bonus.run', { on: 'yes' })).status).toBe(400);
  });

  it('count late gifts, list them again by an undo, and leave them out', async () => {
    const { program, startRound, give, sim, screen } = await onAir({ length: 60, delay: 0 });
    await startRound();
    await give('Mika');
    await program.act('anchor.1');
    await program.act('round.end');
    await screen.until(() => screen.state.rounds[0]?.phase === 'settled');
    const sentAt = (screen.state.rounds[0]?.startedAt ?? 0) + 1;
    sim.sendGift({ viewer: 'Late', gift: GLOW_STICK, count: 4, sentAt });
    await screen.until(() => screen.state.seen.count === 5);
    const { queue } = await program.state();
    expect(queue.groups).toMatchObject([{ viewerName: 'Late', late: true, gifts: 4 }]);
    await program.act('late.accept');
    expect((await program.state()).scores.unallocatedTenths).toBe(40);
    await program.act('ledger.undo');
    expect((await program.state()).scores.unallocatedTenths).toBe(0);
    await program.act('anchor.none');
    expect((await program.state()).queue.rows).toBe(0);
    expect((await program.act('late.leave')).body.error?.code).toBe('remote.nothingWaits');
  });

  it('change presets, bindings and the room', async () => {
    const { program, screen, give } = await onAir();
    const { presets } = await screen.call('presets.list', {});
    const two = presets.find(({ name }) => name === 'Two');
    await program.act('preset.apply', { presetId: two?.id });
    expect((await program.state()).show?.presetName).toBe('Two');
    expect((await program.act('preset.apply', { presetId: 'gone' })).body.error?.code).toBe(
      'preset.notFound',
    );
    await program.act('bindings.suspend', { on: true });
    await program.act('bindings.suspend', { on: true });
    expect((await program.state()).show?.suspended).toBe(true);
    await give('Mia');
    const viewerId = [...screen.state.viewers.keys()][0] ?? '';
    await screen.call('bindings.bind', { viewerId, anchorId: 'a' });
    await program.act('viewers.pin', { viewerId, pinned: true });
    await screen.until(() => screen.state.viewers.get(viewerId)?.pinned === true);
    await program.act('gift.add', {
      ...{ viewerName: 'Rin', giftId: 5655, giftName: 'Rose', diamonds: 1, count: 7 },
      ...{ to: 'anchor:b', round: 0 },
    });
    expect((await program.state()).scores.anchors.b?.showTenths).toBe(70);
    expect((await program.act('dance.next')).status).toBe(409);
    await program.act('line.switch');
    expect((await program.state()).connection.lineId).toBe('line2');
    await program.act('room.close');
    expect((await program.state()).connection.phase).toBe('idle');
    expect((await program.act('line.switch')).status).toBe(409);
    await program.act('session.end');
    expect((await program.state()).show?.status).toBe('ended');
  });
});
