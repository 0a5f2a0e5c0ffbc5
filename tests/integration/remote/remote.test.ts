import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closeCodes } from '#shared/contract/backstage.ts';
import { ManualClock } from '../../unit/backstage/manualClock.ts';
import { presetOfTwo } from '../backstage/fixtures.ts';
import { backstage } from '../backstage/setup.ts';
import { Program, startRemote } from './remoteServer.ts';

/** An upper bound of the error of the platform's clock on a busy machine. */
const MISJUDGED_MS = 400;

async function onAir() {
  const remote = await startRemote();
  return { ...remote, program: new Program(remote.url, await remote.tokenOf()) };
}

describe('remote API', () => {
  it('answers the state only to a token, and stores only the hash of the token', async () => {
    const { url, tokenOf, dataDir } = await startRemote();
    const token = await tokenOf('look');
    const stored = readFileSync(join(dataDir, 'remotes.json'), 'utf8');
    expect(stored).not.toContain(token);
    const state = await new Program(url, token).state();
    expect(state).toMatchObject({ show: { status: 'counting' }, round: null, queue: { rows: 0 } });
    expect(state.anchors).toMatchObject([
      { id: 'a', place: 1 },
      { id: 'b', place: 2 },
    ]);

    const path = `${url}/remote/v1/state`;
    expect((await fetch(path)).status).toBe(401);
    expect((await fetch(`${path}?token=${token}`)).status).toBe(401);
    const refused = await fetch(path, {
      headers: { authorization: `Bearer ${token.slice(0, -1)}!`, 'accept-language': 'ja' },
    });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({
      error: { code: 'remote.token', message: expect.stringContaining('トークン') },
    });
  });

  it('runs a round by actions under the name of the program', async () => {
    const { screen, program } = await onAir();
    expect((await program.act('round.start')).status).toBe(409);
    await program.act('round.prepare', { attacker: ['a'], defender: ['b'] });
    const { status, body } = await program.act('round.start');
    expect(status).toBe(200);
    expect(await program.state()).toMatchObject({
      round: { phase: 'running', attackers: ['a'], defenders: ['b'] },
    });
    expect((await program.state()).revision).toBeGreaterThanOrEqual(body.revision ?? Number.NaN);
    await screen.until(() => screen.state.rounds[0]?.phase === 'running');
    const operators = screen.pushes.flatMap((push) =>
      push.push === 'inputs'
        ? push.inputs.flatMap(({ input }) => (input.kind === 'command' ? [input.by] : []))
        : [],
    );
    expect(operators.slice(-2)).toEqual(['remote:Deck', 'remote:Deck']);
  });

  it('gives waiting gifts to an anchor, undoes and redoes it', async () => {
    const { sim, screen, program } = await onAir();
    sim.sendGift({ viewer: 'Mia', gift: 6788, count: 3 });
    await screen.until(() => screen.state.targets.get('unallocated')?.rows === 1);
    expect((await program.state()).queue).toMatchObject({ rows: 1, groups: [{ gifts: 3, late: false }] });
    expect((await program.act('anchor.2')).status).toBe(200);
    expect(await program.state()).toMatchObject({
      queue: { rows: 0 },
      scores: { anchors: { b: { showTenths: 30 } } },
    });
    expect((await program.act('anchor.2')).body.error?.code).toBe('remote.nothingWaits');
    await program.act('ledger.undo');
    expect((await program.state()).queue.rows).toBe(1);
    await program.act('ledger.redo');
    expect((await program.state()).queue.rows).toBe(0);
    expect((await program.act('ledger.redo')).body.error?.code).toBe('ledger.nothingToRedo');
    expect((await program.act('anchor.7')).body.error?.code).toBe('anchor.unknown');
  });

  it('has the effect of a repeated request once', async () => {
    const { program } = await onAir();
    const headers = { 'idempotency-key': 'press-1' };
    const [first, second] = await Promise.all([
      program.act('bindings.suspend', {}, headers),
      program.act('bindings.suspend', {}, headers),
    ]);
    expect(second.body).toEqual(first.body);
    expect((await program.state()).show?.suspended).toBe(true);
    const other = await program.act('session.pause', {}, headers);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'remote.keyReused' } } });
    expect((await program.state()).show?.status).toBe('counting');
  });

  it('refuses a decision on a state that has changed, and only then', async () => {
    const { sim, screen, program } = await onAir();
    const { revision } = await program.state();
    sim.sendGift({ viewer: 'Mia', gift: 5655 });
    await screen.until(() => screen.state.targets.get('anchor:a')?.rows === 1);
    // Votes change all the time; pausing does not depend on them.
    expect((await program.act('session.pause', { ifRevision: revision })).status).toBe(200);
    const stale = await program.act('session.resume', {}, { 'if-match': `"${revision}"` });
    expect(stale).toMatchObject({ status: 412, body: { error: { code: 'remote.stale' } } });
    expect((await program.act('session.resume', { ifRevision: revision + 1_000_000 })).status).toBe(412);
    expect((await program.state()).show?.status).toBe('paused');
  });

  it('refuses unknown actions, wrong parameters and tokens that may only look, and changes nothing', async () => {
    const { url, program, tokenOf } = await onAir();
    const before = await program.state();
    const looker = new Program(url, await tokenOf('look', 'Watcher'));
    const refusals = [
      await program.act('toString'),
      await program.act('show.delete'),
      await program.act('session.pause', { unknown: 1 }),
      await program.act('anchor.1', { rowIds: 'all' }),
      await program.act('gift.add', { viewerName: 'x' }),
      await program.act('session.pause', {}, { 'content-type': 'text/plain' }),
      await program.act('session.pause', {}, { 'if-match': 'W/"x"' }),
      await program.act('session.pause', { padding: 'x'.repeat(20_000) }),
      await looker.act('session.pause'),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 400, 400, 400, 400, 400, 400, 403]);
    for (const { body } of refusals) expect(body.error?.message).toMatch(/\w \w/);
    const { revision: _, now: __, ...sections } = await program.state();
    expect(before).toMatchObject(sections);
  });

  it('refuses pages of other sites and other names of this machine', async () => {
    const { url, program } = await onAir();
    const { host } = new URL(url);
    const get = async (headers: string) => {
      const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
      socket.write(`GET /remote/v1/state HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
      const [data] = await once(socket, 'data');
      socket.destroy();
      return String(data).slice(9, 12);
    };
    const token = `authorization: Bearer ${program.token}\r\n`;
    expect(await get(`host: ${host}\r\n${token}`)).toBe('200');
    expect(await get(`host: ${host}\r\norigin: http://evil.example\r\n${token}`)).toBe('403');
    expect(await get(`host: evil.example\r\n${token}`)).toBe('403');
    const origin = { ...program.headers, origin: 'http://evil.example' };
    await expect(program.socket(origin)).rejects.toThrow('403');
    await expect(program.socket({})).rejects.toThrow('401');
  });

  it('follows the show over a WebSocket without a gap, and runs actions there', async () => {
    const { sim, screen, program } = await onAir();
    const line = await program.socket();
    await line.message('state');
    line.send({ type: 'act', id: 1, action: 'round.prepare', params: { attacker: ['a'], defender: ['b'] } });
    line.send({ type: 'act', id: 2, action: 'round.start' });
    await line.message('done', 2);
    for (let gift = 0; gift < 20; gift += 1) sim.sendGift({ viewer: `Viewer ${gift}`, gift: 5655, count: 2 });
    await screen.until(() => screen.state.targets.get('anchor:a')?.count === 40);
    await expect.poll(() => line.follow().scores.attackerTenths).toBe(400);
    const seen = line.messages.flatMap((message) => (message.type === 'change' ? message.change.events : []));
    const gifts = seen.filter(({ event }) => event === 'gift');
    expect(gifts.reduce((sum, each) => sum + (each.event === 'gift' ? each.added : 0), 0)).toBe(40);
    expect(seen).toContainEqual({ event: 'lead', leader: 'attacker', name: '' });
    const phases = seen.flatMap((each) => (each.event === 'round' ? [each.phase] : []));
    expect(phases.at(-1)).toBe('running');
    line.send({ type: 'act', id: 3, action: 'nothing' });
    const { error } = await line.message('refused');
    expect(error).toMatchObject({ code: 'remote.action', message: 'There is no action nothing.' });
    const { revision: _, now: __, ...followed } = line.follow();
    expect(await program.state()).toMatchObject(followed);
    line.messages.length = 0;
    line.send({ type: 'resync' });
    expect((await line.message('state')).state.round?.phase).toBe('running');
  });

  it('tells that pieces of a streak move when a late message shows the round in which they were sent', async () => {
    const { sim, screen, program } = await onAir();
    const line = await program.socket();
    await line.message('state');
    const give = async (viewer: string) => {
      const { count } = screen.state.seen;
      sim.sendGift({ viewer, gift: 5655 });
      await screen.until(() => screen.state.seen.count > count);
    };
    await program.act('round.prepare', { attacker: ['a'], defender: ['b'] });
    await program.act('round.start');
    const begun = Date.now();
    await give('Before');
    // The round is longer than the platform's clock can be misjudged.
    await expect.poll(() => Date.now()).toBeGreaterThan(begun + 2 * MISJUDGED_MS);
    const sentAt = begun + MISJUDGED_MS;
    await give('Behind');
    await program.act('round.end');
    await screen.until(() => screen.state.rounds[0]?.phase === 'settled');
    const streak = { viewer: 'Mika', gift: 5655, close: false };
    const { groupId } = sim.sendGift({ ...streak, count: 5 });
    await screen.until(() => screen.state.seen.count === 7);
    sim.sendGift({ ...streak, count: 3, groupId, sentAt });
    const added = () =>
      line.messages
        .flatMap((message) => (message.type === 'change' ? message.change.events : []))
        .flatMap((each) => (each.event === 'gift' && each.viewerName === 'Mika' ? [each.added] : []));
    await expect.poll(added).toEqual(expect.arrayContaining([5, 3, -3]));
    expect(line.follow().scores.show.gifts).toBe(7);
  });

  it('streams the state and its changes as server-sent events', async () => {
    const { program } = await onAir();
    const reading = program.events((events) =>
      events.some(({ data }) => ('sections' in data ? data.sections : data).show?.status === 'paused'),
    );
    expect((await program.act('session.pause')).status).toBe(200);
    const events = await reading;
    expect(events[0]?.event).toBe('state');
    const revisions = events.map(({ data }) => data.revision);
    expect(revisions).toEqual(revisions.map((_, at) => (revisions[0] ?? 0) + at));
    expect(events.map(({ id }) => Number(id))).toEqual(revisions);
  });

  it('ends the access and the connections of a removed token, and restores it by an undo', async () => {
    const { screen, url, program } = await onAir();
    const line = await program.socket({ origin: url }, ['ringside', `ringside.token.${program.token}`]);
    await line.message('state');
    const { remotes } = await screen.call('remotes.list', {});
    const id = remotes[0]?.id ?? '';
    expect(remotes[0]?.usedAt).not.toBeNull();
    await screen.call('remotes.revoke', { id });
    expect(await line.closed).toBe(closeCodes.signedOut);
    expect((await program.act('session.pause')).status).toBe(401);
    await screen.call('remotes.restore', { id });
    expect((await program.act('session.pause')).status).toBe(200);
    await expect(screen.call('remotes.restore', { id })).rejects.toThrow('remote.notFound');
  });

  it('limits the requests of a token, and wrong tokens', async () => {
    const { url, program } = await onAir();
    const statuses = await Promise.all(
      Array.from({ length: 280 }, async () => (await program.act('session.start')).status),
    );
    expect(statuses).toContain(429);
    const wrong = new Program(url, `rr_${'x'.repeat(43)}`);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, async () => (await wrong.act('session.start')).status),
    );
    expect(new Set(guesses)).toEqual(new Set([401, 429]));
  });

  it('drops a program that sends rubbish, and keeps serving the others', async () => {
    const { program } = await onAir();
    const line = await program.socket();
    line.ws.send('{');
    line.ws.send(JSON.stringify({ type: 'act', id: 7, action: 7 }));
    await line.message('refused', 7);
    line.ws.send('x'.repeat(100_000));
    expect(await line.closed).not.toBe(1000);
    expect((await program.state()).show?.status).toBe('counting');
  });

  it('sends a program that does not read the whole state once it reads again, and drops it in the end', async () => {
    const clock = new ManualClock();
    const { remote, screen } = await backstage({ clock });
    remote.serveAt('http://127.0.0.1/remote/v1');
    const { token } = await screen.call('remotes.create', { name: 'Slow', scope: 'steer' });
    const access = remote.admit(token);
    const got: string[] = [];
    let isDropped = false;
    const peer = {
      backlog: 0,
      send: ({ type }: { type: string }) => got.push(type),
      revoked: () => undefined,
      drop: () => {
        isDropped = true;
      },
    };
    access?.watch(peer);
    await expect.poll(() => got).toEqual(['state']);
    const { preset } = await screen.call('presets.save', { preset: presetOfTwo });
    peer.backlog = 1_000_000;
    await screen.call('session.choosePreset', { presetId: preset.id });
    await access?.state();
    expect(got).toEqual(['state']);
    peer.backlog = 0;
    await access?.act({ action: 'bindings.suspend', params: {} });
    expect(got).toEqual(['state', 'state']);
    await access?.act({ action: 'bindings.suspend', params: {} });
    expect(got).toEqual(['state', 'state', 'change']);
    peer.backlog = 1_000_000;
    await access?.act({ action: 'bindings.suspend', params: {} });
    clock.advance(29_000);
    expect(isDropped).toBe(false);
    clock.advance(3000);
    expect(isDropped).toBe(true);
  });

  it('presses a key on open pages for actions that only pages have', async () => {
    const { screen, program } = await onAir();
    expect((await program.act('gaps.open')).body.pages).toBe(1);
    expect(screen.pushes).toContainEqual({ push: 'key', action: 'gaps.open' });
  });

  it('describes every action in its OpenAPI document', async () => {
    const { url } = await startRemote({ onAir: false });
    const document = await (await fetch(`${url}/remote/v1/openapi.json`)).json();
    expect(document.paths['/actions/round.start'].post.summary).toBe('Starts the prepared round.');
    const socket = await (await fetch(`${url}/remote/v1/asyncapi.json`)).json();
    expect(socket.channels.socket.address).toBe('/remote/v1/socket');
  });
});
