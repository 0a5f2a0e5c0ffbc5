import { describe, expect, it } from 'vitest';
import { backstage, linesTo, simulator, startShow } from './setup.ts';

describe('opening a room', () => {
  it('reports an invalid username and opens nothing', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    const open = (username: string) => screen.refusal('room.open', { username, lineId: 'line1' });
    expect(await open('  @ ')).toBe('username.required');
    expect(await open('a/b')).toBe('username.invalid');
    expect(await open('x'.repeat(200))).toBe('username.invalid');
    expect(await open('nobody.of.this.name')).toBe('room.noSuchUser');
    expect((await screen.call('show.list', {})).shows).toEqual([]);
  });

  it('reports that a room is not live', async () => {
    const sim = await simulator({ faults: 'not-live' });
    const { screen } = await backstage({ lines: linesTo(sim) });
    expect(await screen.refusal('room.open', { username: sim.username, lineId: 'line1' })).toBe(
      'room.notLive',
    );
    await screen.until(() => screen.connection?.problem?.code === 'room.notLive');
  });

  it('waits for a room that is not live, and connects when it goes live', async () => {
    const sim = await simulator({ faults: 'not-live=3' });
    const times = { lookEvery: 20 };
    const { screen } = await backstage({ lines: linesTo(sim), times });
    const room = { username: sim.username, lineId: 'line1' } as const;
    expect(await screen.refusal('room.open', room)).toBe('room.notLive');
    await screen.call('room.wait', room);
    await sim.entered(1);
    await screen.live();
    const phases = screen.pushes.flatMap((push) =>
      push.push === 'connection' ? [push.connection.phase] : [],
    );
    expect(phases).toContain('waiting');
    await screen.until(() => screen.state.room?.username === sim.username);
  });

  it("stops waiting at the host's command", async () => {
    const sim = await simulator({ faults: 'not-live' });
    const { screen } = await backstage({ lines: linesTo(sim) });
    await screen.call('room.wait', { username: sim.username, lineId: 'line1' });
    await screen.until(() => screen.connection?.phase === 'waiting' && screen.connection.nextTryAt !== null);
    await screen.call('room.close', {});
    await screen.until(() => screen.connection?.phase === 'idle');
    expect((await screen.call('show.list', {})).shows).toEqual([]);
  });

  it('asks before a wait replaces the open room', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const other = { username: 'other', lineId: 'line1' } as const;
    expect(await screen.refusal('room.wait', other)).toBe('room.switchNeedsConfirm');
    expect(screen.connection?.phase).toBe('live');
  });

  it('asks before another room replaces the open one', async () => {
    const one = await simulator({ username: 'one' });
    const two = await simulator({ username: 'two' });
    const [line1] = linesTo(one);
    const [, line2] = linesTo(two);
    if (line1 === undefined || line2 === undefined) throw new Error('two lines');
    const { screen } = await backstage({ lines: [line1, line2] });
    await startShow(screen, one);
    const { showId } = screen;
    const other = { username: 'two', lineId: 'line2' } as const;
    expect(await screen.refusal('room.open', other)).toBe('room.switchNeedsConfirm');
    one.sendGift({ viewer: 'Mika', gift: 5655 });
    await screen.until(() => screen.votes('anchor:a') === 1);

    await screen.call('room.open', { ...other, confirm: true });
    await screen.until(() => screen.showId !== showId && screen.state.room?.username === 'two');
    const { shows } = await screen.call('show.list', {});
    expect(shows).toMatchObject([
      { username: 'two', endedAt: 0 },
      { showId, username: 'one', gifts: 1 },
    ]);
    expect(shows[1]?.endedAt).toBeGreaterThan(0);
  });

  it('keeps a running show when the other room does not exist', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const wrong = { username: 'mistyped', lineId: 'line1', confirm: true } as const;
    expect(await screen.refusal('room.open', wrong)).toBe('room.noSuchUser');
    sim.sendGift({ viewer: 'Mika', gift: 5655 });
    await screen.until(() => screen.votes('anchor:a') === 1);
    expect(screen.connection).toMatchObject({ phase: 'live', username: sim.username });
    expect(screen.state.status).toBe('counting');
  });

  it('accepts another room in the same show until the show has started', async () => {
    const sim = await simulator({ username: 'one' });
    const other = await simulator({ username: 'two' });
    const [line1] = linesTo(sim);
    const [, line2] = linesTo(other);
    if (line1 === undefined || line2 === undefined) throw new Error('two lines');
    const { screen } = await backstage({ lines: [line1, line2] });
    await screen.call('room.open', { username: 'one', lineId: 'line1' });
    await screen.until(() => screen.state.room?.username === 'one');
    const { showId } = screen;
    await screen.call('room.open', { username: 'two', lineId: 'line2', confirm: true });
    await screen.until(() => screen.state.room?.username === 'two');
    expect(screen.showId).toBe(showId);
  });

  it('begins a new show between a rehearsal and a real room, even if it has not started', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await screen.call('rehearsal.open', { size: 'busy', locale: 'en' });
    await screen.until(() => screen.state.preset !== null && screen.state.viewers.size > 0);
    const rehearsal = screen.showId;
    const real = { username: sim.username, lineId: 'line1', confirm: true } as const;
    await screen.call('room.open', real);
    await screen.until(() => screen.state.room?.username === sim.username);
    const { showId } = screen;
    expect(showId).not.toBe(rehearsal);
    expect(screen.state.preset).toBeNull();
    expect(screen.state.viewers.size).toBe(0);

    await screen.call('rehearsal.open', { size: 'busy', locale: 'en', confirm: true });
    await screen.until(() => screen.showId !== showId);
    expect([rehearsal, showId]).not.toContain(screen.showId);
  });
});

describe('session', () => {
  it('is ready once it has a room and a preset, and closes the room when it ends', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    expect(await screen.refusal('session.act', { action: 'start' })).toBe('session.noShow');
    await startShow(screen, sim);
    expect(await screen.refusal('session.act', { action: 'start' })).toBe('session.notAllowed');
    await screen.call('session.act', { action: 'end' });
    await screen.until(() => screen.connection?.phase === 'idle');
    await screen.until(() => screen.state.status === 'ended');
    expect(await screen.refusal('session.act', { action: 'pause' })).toBe('session.ended');
  });

  it('is replaced by a new one after its end, and stays in the list', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    await screen.call('session.act', { action: 'end' });
    const ended = screen.showId;
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    await screen.until(() => screen.showId !== ended && screen.state.room !== null);
    expect(screen.state.status).toBe('initialization');
    expect((await screen.call('show.list', {})).shows.map(({ showId }) => showId)).toEqual([
      screen.showId,
      ended,
    ]);
  });

  it('reports to the app while it must not quit', async () => {
    const sim = await simulator();
    const { screen, onBusy } = await backstage({ lines: linesTo(sim) });
    const told: boolean[] = [];
    onBusy((busy) => told.push(busy));
    await startShow(screen, sim);
    await screen.call('session.act', { action: 'pause' });
    await screen.call('session.act', { action: 'end' });
    expect(told).toEqual([true, false]);
  });
});

describe('preset', () => {
  it('is refused with two anchors of one name, and names the field', async () => {
    const { screen } = await backstage();
    const anchors = [
      { id: '1', nickname: 'Aki' },
      { id: '2', nickname: 'aki ' },
    ];
    expect(await screen.refusal('presets.save', { preset: { name: 'P', anchors } })).toBe('anchor.duplicate');
    expect(await screen.refusal('presets.save', { preset: { name: ' ', anchors: [] } })).toBe(
      'preset.nameRequired',
    );
    expect((await screen.call('presets.list', {})).presets).toEqual([]);
  });

  it('takes effect at once in the show that uses it', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const [preset] = (await screen.call('presets.list', {})).presets;
    if (preset === undefined) throw new Error('no preset');
    const [first, second] = preset.anchors;
    if (first === undefined || second === undefined) throw new Error('no anchors');
    const anchors = [
      { ...first, gift: null },
      { ...second, gift: { ids: [5655] } },
    ];
    await screen.call('presets.save', { preset: { ...preset, anchors } });
    sim.sendGift({ viewer: 'Mika', gift: 5655 });
    await screen.until(() => screen.votes('anchor:b') === 1);
  });
});

describe('running show', () => {
  it('writes nothing when its preset is chosen or saved without a change', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const [preset] = (await screen.call('presets.list', {})).presets;
    if (preset === undefined) throw new Error('no preset');
    const { version: _version, ...draft } = preset;
    const choose = () => screen.call('session.choosePreset', { presetId: preset.id });
    const written = async () => (await screen.call('show.subscribe', {})).seq;
    const before = await written();
    for (let time = 0; time < 5; time += 1) await choose();
    await screen.call('presets.save', { preset: draft });
    expect(await written()).toBe(before);

    // Other rules wait for the end of the round. Choosing the same rules again writes nothing.
    await screen.call('round.prepare', { attacker: ['a'], defender: ['b'] });
    await screen.call('round.act', { action: 'start' });
    await screen.call('presets.save', { preset: { ...draft, singleGiftBinding: true } });
    const changed = await written();
    expect(changed).toBeGreaterThan(before);
    await choose();
    expect(await written()).toBe(changed);
  });
});

describe('call of a screen', () => {
  it('is answered for any content', async () => {
    const { screen } = await backstage();
    for (const raw of [undefined, null, 7, 'x', [], {}, { id: 'a' }, { id: 3, call: 'no.such', args: {} }]) {
      expect(await screen.request(raw)).toMatchObject({ ok: false, problem: { code: 'invalid' } });
    }
    expect(await screen.request({ id: 9, call: 'constructor', args: {} })).toMatchObject({
      id: 9,
      ok: false,
    });
    expect(
      await screen.request({ id: 9, call: 'ledger.page', args: { filter: {}, limit: 1e9 } }),
    ).toMatchObject({
      problem: { code: 'invalid', params: { field: 'limit' } },
    });
  });
});

describe('rehearsal', () => {
  it('plays a show through all parts with its own preset, and is ready to start', async () => {
    const { screen } = await backstage();
    await screen.call('rehearsal.open', { size: 'busy', locale: 'ja' });
    await screen.until(() => screen.state.status === 'ready');
    expect(screen.connection).toMatchObject({ rehearsal: true });
    expect((await screen.call('presets.list', {})).presets).toMatchObject([{ name: 'リハーサル' }]);
    await screen.call('session.act', { action: 'start' });
    await screen.until(() => [...screen.state.targets.keys()].some((target) => target.startsWith('anchor:')));
    expect((await screen.call('show.list', {})).shows).toMatchObject([{ rehearsal: true }]);
  });

  it('has a preset in each language of its hosts, and keeps the one that a host has changed', async () => {
    const { screen } = await backstage();
    const open = async (locale: 'ja' | 'zh_CN') => {
      await screen.call('rehearsal.open', { size: 'small', locale });
      await screen.until(() => screen.state.status === 'ready');
      const { preset } = screen.state;
      if (preset === null) throw new Error('the rehearsal has no preset');
      await screen.call('session.act', { action: 'start' });
      await screen.call('session.act', { action: 'end' });
      await screen.call('room.close', {});
      return preset;
    };
    const chinese = await open('zh_CN');
    const { name, anchors, id } = await open('ja');
    expect([chinese.name, name]).toEqual(['彩排', 'リハーサル']);
    const [first, ...others] = anchors;
    if (first === undefined) throw new Error('the preset has no anchor');
    const renamed = { id, name, anchors: [{ ...first, nickname: 'Mine' }, ...others] };
    await screen.call('presets.save', { preset: renamed });
    expect((await open('ja')).anchors[0]?.nickname).toBe('Mine');
    expect((await screen.call('presets.list', {})).presets).toHaveLength(2);
  });

  it('asks before it replaces a real room', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const rehearsal = { size: 'small', locale: 'en' } as const;
    expect(await screen.refusal('rehearsal.open', rehearsal)).toBe('room.switchNeedsConfirm');
  });
});
