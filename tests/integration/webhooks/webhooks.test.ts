import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackstage } from '#backstage/openBackstage.ts';
import type { BackstageOptions } from '#backstage/options.ts';
import type { ShowGift } from '#backstage/rehearsal/show/gifts.ts';
import { readFacts, showIds } from '#backstage/show/facts.ts';
import { OutboundGuard } from '#server/outbound/guard.ts';
import { findShow } from '#server/recordings/showFiles.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type Hook, type HookDraft, hookEvents } from '#shared/contract/webhooks.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { backstage, linesTo, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';
import { Receiver, status } from './receiver.ts';

const webhookTimes = { first: 10, longest: 40, apart: 1, settle: 1, answer: 250 };
const lion: ShowGift = { id: 900_001, name: 'Lion', diamonds: 500, type: 2 };

const draft = (receiver: Pick<Receiver, 'address'>, more: Partial<HookDraft> = {}): HookDraft => ({
  address: receiver.address,
  events: [...hookEvents],
  minDiamonds: 100,
  rehearsals: false,
  on: true,
  ...more,
});

/** A backstage with a webhook to a receiver. */
async function opened(more: Partial<HookDraft> = {}, options: Partial<BackstageOptions> = {}) {
  const sim = await simulator();
  const receiver = await Receiver.start();
  const all = { lines: linesTo(sim), webhookTimes, ...options };
  const host = await backstage(all);
  const { id, secret } = await host.screen.call('webhooks.create', { draft: draft(receiver, more) });
  return { sim, receiver, id, secret, options: all, ...host };
}

/** Sends `count` gifts, and waits until they are counted. */
async function give(sim: Simulator, screen: TestScreen, count: number): Promise<void> {
  const before = screen.state.seen.count;
  for (let gift = 0; gift < count; gift += 1) sim.sendGift({ viewer: `Viewer ${gift}`, gift: lion });
  await screen.until(() => screen.state.seen.count === before + count);
}

const hookOf = ({ pushes }: TestScreen): Hook | undefined =>
  pushes.findLast((push) => push.push === 'webhooks')?.webhooks.hooks[0];

const showOfThreeGifts = ['show.started', 'gift.received', 'gift.received', 'gift.received', 'show.ended'];

const unique = (ids: readonly { id: string }[]) => [...new Set(ids.map(({ id }) => id))];

describe('webhooks', () => {
  it('send the chosen events of a show in order, each once and signed', async () => {
    const { sim, screen, receiver, secret, dataDir } = await opened({
      events: ['show.started', 'gift.received', 'show.ended'],
    });
    await startShow(screen, sim);
    await give(sim, screen, 3);
    sim.sendGift({ viewer: 'Small', gift: { ...lion, id: 900_002, diamonds: 99 } });
    await screen.until(() => screen.state.seen.count === 4);
    await screen.call('session.act', { action: 'end' });
    await receiver.until(() => receiver.types().includes('show.ended'));
    expect(receiver.types()).toEqual(showOfThreeGifts);
    expect(receiver.bodies[0]?.data).toMatchObject({
      room: sim.username,
      anchors: [{ name: 'Aki' }, { name: 'Bea' }],
    });
    expect(receiver.requests.every(({ signed }) => signed(secret))).toBe(true);
    expect(unique(receiver.requests)).toHaveLength(5);
    await screen.until(() => hookOf(screen)?.deliveries.length === 5);
    expect(hookOf(screen)?.deliveries[0]).toMatchObject({ type: 'show.ended', attempts: 1, problem: null });
    expect(JSON.stringify(screen.pushes)).not.toContain(secret);
    expect(readFileSync(join(dataDir, 'webhooks.json'), 'utf8')).toContain(secret);
  });

  it.each([
    ['that is away', (receiver: Receiver) => receiver.close()],
    ['that answers 500', (receiver: Receiver) => receiver.answerWith(status(500))],
    ['that asks to wait', (receiver: Receiver) => receiver.answerWith(status(503, { 'retry-after': '0' }))],
    ['that does not answer', (receiver: Receiver) => receiver.answerWith(() => {})],
  ])('miss nothing for a receiver %s for a while, over two shows', async (_, goAway) => {
    const { sim, screen, receiver } = await opened();
    await startShow(screen, sim);
    await receiver.until(() => receiver.types().length === 1);
    await goAway(receiver);
    await give(sim, screen, 3);
    await screen.until(() => hookOf(screen)?.waiting?.type === 'gift.received');
    await screen.call('session.act', { action: 'end' });
    const { showId } = screen;
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    await screen.until(() => screen.showId !== showId);
    await screen.subscribe();
    const { presets } = await screen.call('presets.list', {});
    await screen.call('session.choosePreset', { presetId: presets[0]?.id ?? '' });
    await screen.call('session.act', { action: 'start' });
    await receiver.close();
    receiver.answerWith(status(204));
    await receiver.open();
    await receiver.until(() => receiver.types().length === 6);
    const gifts = ['gift.received', 'gift.received', 'gift.received'];
    expect(receiver.types()).toEqual(['show.started', ...gifts, 'show.ended', 'show.started']);
    expect(unique(receiver.accepted)).toHaveLength(6);
  });

  it.each(['close', 'abandon'] as const)(
    'go on after a restart (%s) in the middle, with the same ids and without a loss',
    async (how) => {
      const sim = await simulator();
      const receiver = await Receiver.start();
      const options = { lines: linesTo(sim), webhookTimes };
      const dataDir = temporaryFolder();
      const host = await openBackstage({ build: 'test', log: () => {}, ...options, dataDir });
      const screen = new TestScreen(host);
      await screen.subscribe();
      await screen.call('webhooks.create', { draft: draft(receiver, { events: ['gift.received'] }) });
      await startShow(screen, sim);
      await give(sim, screen, 4);
      await receiver.until(() => receiver.accepted.length === 4);
      await screen.until(() => hookOf(screen)?.deliveries.length === 4);
      receiver.answerWith(status(500));
      await give(sim, screen, 4);
      await screen.until(() => hookOf(screen)?.waiting !== null);
      const waitsFor = receiver.requests.at(-1)?.id;
      if (how === 'close') await host.close();
      else host.abandon();
      receiver.answerWith(status(200));
      const again = await backstage({ ...options, dataDir });
      await sim.entered(2);
      await give(sim, again.screen, 2);
      await receiver.until(() => unique(receiver.accepted).length === 10);
      expect(receiver.accepted.map(({ id }) => id)).toContain(waitsFor);
      const names = new Map(receiver.accepted.map(({ id, body }) => [id, body]));
      expect([...names.keys()]).toEqual(
        [...names.keys()].sort((a, b) => Number(a.split('_')[2]) - Number(b.split('_')[2])),
      );
      if (how === 'close') expect(receiver.accepted).toHaveLength(10);
    },
  );

  it('miss nothing of a show that ended on another server, which the store has', async () => {
    const { sim, screen, receiver, dataDir, close, options } = await opened();
    await startShow(screen, sim);
    await receiver.until(() => receiver.types().length === 1);
    await receiver.close();
    await give(sim, screen, 3);
    await screen.call('session.act', { action: 'end' });
    await close();
    const [showId = ''] = showIds(join(dataDir, 'shows'));
    const place = join(dataDir, 'shows', showId);
    const found = findShow(place);
    if (found === null) throw new Error('the show has no summary');

    const elsewhere = temporaryFolder();
    for (const file of ['webhooks.json', 'webhook-progress.json'])
      cpSync(join(dataDir, file), join(elsewhere, file));
    let attempts = 0;
    const fetch = async () => {
      attempts += 1;
      if (attempts < 3) throw new RingsideError('storage.unreachable');
      cpSync(place, join(elsewhere, 'shows', showId), { recursive: true });
    };
    const shows = [{ ...found, showId, facts: readFacts(place, 0), hasRecording: false }];
    await receiver.open();
    await backstage({
      ...options,
      dataDir: elsewhere,
      stored: { shows, fetch, inCopy: () => Promise.reject(new Error('nobody reads a copy')) },
    });
    await receiver.until(() => receiver.types().includes('show.ended'));
    expect(receiver.types()).toEqual(showOfThreeGifts);
    expect(attempts).toBe(3);
  });

  it('follow no redirect', async () => {
    const { sim, screen, receiver } = await opened({ events: ['show.started'] });
    const redirect = status(307, { location: '/internal' });
    receiver.answerWith((response, path) => (path === '/hook' ? redirect : status(200))(response, path));
    await startShow(screen, sim);
    await screen.until(() => hookOf(screen)?.waiting?.problem.code === 'webhook.redirected');
    expect(receiver.paths).not.toContain('/internal');
  });

  it('reach no internal address from a server, whether named by number or by a name', async () => {
    const guard = new OutboundGuard({
      allowedHosts: [],
      perMinute: 1000,
      now: () => Date.now(),
      lookup: (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const form = { fetch: guard.of('host').fetch, needsHttps: true };
    const { screen } = await backstage({ webhooks: form, webhookTimes });
    const receiver = await Receiver.start();
    const port = new URL(receiver.address).port;
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '10.0.0.5',
      '169.254.169.254',
      '192.168.1.1',
      'inside.example.org',
      'localhost',
    ]) {
      const address = `https://${host}:${port}/hook`;
      const { id } = await screen.call('webhooks.create', { draft: draft({ address }) });
      const { delivery } = await screen.call('webhooks.test', { id });
      expect(delivery.problem?.code, host).toBe('webhook.notAllowed');
      await screen.call('webhooks.delete', { id });
    }
    expect(receiver.requests).toEqual([]);
    expect(await screen.refusal('webhooks.create', { draft: draft(receiver) })).toBe('webhook.needsHttps');
    await guard.close();
  });

  it('drop an event that the receiver cannot read, and go on', async () => {
    const { sim, screen, receiver } = await opened({ events: ['show.started', 'gift.received'] });
    receiver.answerWith(status(422));
    await startShow(screen, sim);
    await receiver.until(() => receiver.requests.length === 3);
    receiver.answerWith(status(200));
    await give(sim, screen, 1);
    await receiver.until(() => receiver.accepted.length === 1);
    expect(receiver.types()).toEqual(['gift.received']);
    await screen.until(() => hookOf(screen)?.deliveries.length === 2);
    const problem = { code: 'webhook.answered', params: { status: 422 } };
    expect(hookOf(screen)?.deliveries[1]).toMatchObject({ type: 'show.started', attempts: 3, problem });
  });

  it('turn themselves off when the receiver is gone for good, and send only what comes after they are on again', async () => {
    const { sim, screen, receiver, id } = await opened({ events: ['show.started', 'gift.received'] });
    receiver.answerWith(status(410));
    await startShow(screen, sim);
    await screen.until(() => hookOf(screen)?.on === false);
    expect(hookOf(screen)?.deliveries[0]?.problem).toEqual({ code: 'webhook.gone' });
    receiver.answerWith(status(200));
    await give(sim, screen, 2);
    await screen.call('webhooks.save', { id, draft: draft(receiver) });
    await give(sim, screen, 1);
    await receiver.until(() => receiver.accepted.length === 1);
    expect(receiver.requests).toHaveLength(2);
  });

  it('send a test, and a delivery again with its id', async () => {
    const { sim, screen, receiver, id, secret } = await opened({ events: ['show.started'] });
    const { delivery } = await screen.call('webhooks.test', { id });
    expect(delivery).toMatchObject({ type: 'test', attempts: 1, problem: null });
    await startShow(screen, sim);
    await receiver.until(() => receiver.types().includes('show.started'));
    await screen.until(() => hookOf(screen)?.deliveries.length === 2);
    const sent = receiver.accepted[1];
    await screen.call('webhooks.renew', { id });
    const again = await screen.call('webhooks.again', { id, deliveryId: sent?.id ?? '' });
    expect(again.delivery).toMatchObject({ id: sent?.id, attempts: 2, problem: null });
    expect(receiver.accepted[2]?.body).toEqual(sent?.body);
    // For a day, a receiver may still check the old secret.
    expect(receiver.accepted[2]?.signed(secret)).toBe(true);
    expect(await screen.refusal('webhooks.again', { id, deliveryId: 'msg_unknown' })).toBe(
      'webhook.notFound',
    );
  });

  it('send events of rehearsals only if asked to', async () => {
    const { screen, receiver } = await opened({ events: ['show.started'] });
    const address = `${receiver.address}?rehearsals`;
    const asked = draft({ address }, { events: ['show.started'], rehearsals: true });
    await screen.call('webhooks.create', { draft: asked });
    await screen.call('rehearsal.open', { size: 'normal', locale: 'en' });
    await screen.call('session.act', { action: 'start' });
    await receiver.until(() => receiver.accepted.length === 1);
    expect(receiver.bodies[0]?.data.show).toEqual({ id: screen.showId, rehearsal: true });
    await screen.call('session.act', { action: 'end' });
    expect(receiver.paths).toEqual(['/hook?rehearsals']);
  });

  it('refuse wrong addresses, a sixth one and every one for visitors', async () => {
    const { screen, receiver } = await opened();
    for (const address of [
      '',
      'example.org',
      'ftp://example.org/',
      'https://user:pass@example.org/',
      'https://a.example/#x',
    ])
      expect(await screen.refusal('webhooks.create', { draft: draft({ address }) }), address).toBe(
        'webhook.address',
      );
    for (let more = 0; more < 4; more += 1) await screen.call('webhooks.create', { draft: draft(receiver) });
    expect(await screen.refusal('webhooks.create', { draft: draft(receiver) })).toBe('webhook.tooMany');
    expect(await screen.refusal('webhooks.save', { id: 'none', draft: draft(receiver) })).toBe(
      'webhook.notFound',
    );
    const visitor = await backstage({ webhooks: null });
    expect(await visitor.screen.refusal('webhooks.create', { draft: draft(receiver) })).toBe(
      'webhook.unavailable',
    );
  });
});
