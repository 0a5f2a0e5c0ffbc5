import { describe, expect, it } from 'vitest';
import { FakeLink } from '#renderer/data/platform/fake.ts';
import { createAskStore } from '#renderer/data/stores/askStore.ts';
import { createConnectionStore, secondsSinceEvent } from '#renderer/data/stores/connectionStore.ts';
import { createNoticesStore, type Notice } from '#renderer/data/stores/noticesStore.ts';
import { PROTOCOL_VERSION } from '#shared/contract/backstage.ts';
import { type Connection, connectionSchema } from '#shared/contract/connection.ts';

function connection(change: Partial<Connection> = {}): Connection {
  return connectionSchema.parse({
    phase: 'live',
    username: 'misaki',
    lineId: 'line1',
    kind: 'direct',
    rehearsal: false,
    roomId: '7',
    since: 0,
    lastEventAt: 90_000,
    attempt: 0,
    nextTryAt: null,
    problem: null,
    stats: { frames: 0, messages: 0, gifts: 0, duplicates: 0, unknown: 0, broken: 0, viewers: 0, likes: 0 },
    now: 100_000,
    ...change,
  });
}

describe('the seconds since the last event', () => {
  it('are right on a screen whose clock is wrong', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 5_000_000);
    link.push({ push: 'connection', connection: connection() });
    expect(secondsSinceEvent(store.getState(), 5_000_000)).toBe(10);
    expect(secondsSinceEvent(store.getState(), 5_003_999)).toBe(13);
  });

  it('are none before the first event, and never below zero', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 0);
    expect(secondsSinceEvent(store.getState(), 0)).toBeNull();
    link.push({ push: 'connection', connection: connection({ lastEventAt: null }) });
    expect(secondsSinceEvent(store.getState(), 0)).toBeNull();
    link.push({ push: 'connection', connection: connection({ lastEventAt: 100_500 }) });
    expect(secondsSinceEvent(store.getState(), 0)).toBe(0);
  });
});

describe('a page that is older than its backstage', () => {
  it('knows that it must be loaded anew', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 0);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'x', now: 0 });
    expect(store.getState().outdated).toBe(false);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION + 1, build: 'x', now: 0 });
    expect(store.getState().outdated).toBe(true);
  });

  it('knows it also when the backstage was updated and speaks the same messages', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 0);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'x', now: 0 });
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'x', now: 5 });
    expect(store.getState().outdated).toBe(false);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'y', now: 9 });
    expect(store.getState().outdated).toBe(true);
  });
});

describe('a notice', () => {
  const corrupt = { code: 'storage.corrupt' } as const;

  it('stands until one of the same name takes it back', () => {
    const link = new FakeLink();
    const store = createNoticesStore(link, () => {});
    link.push({ push: 'notice', id: 'disk', severity: 'warn', standing: true, problem: corrupt });
    link.push({
      push: 'notice',
      id: 'disk',
      severity: 'error',
      standing: true,
      problem: { code: 'storage.full' },
    });
    expect(store.getState().standing).toEqual([
      { id: 'disk', severity: 'error', problem: { code: 'storage.full' } },
    ]);
    link.push({ push: 'notice', id: 'disk', severity: 'info', standing: true, problem: null });
    expect(store.getState().standing).toEqual([]);
  });

  it('passes by when it does not stand', () => {
    const link = new FakeLink();
    const passing: Notice[] = [];
    const store = createNoticesStore(link, (notice) => passing.push(notice));
    link.push({ push: 'notice', id: 'once', severity: 'warn', standing: false, problem: corrupt });
    expect(store.getState().standing).toEqual([]);
    expect(passing.map((notice) => notice.id)).toEqual(['once']);
  });

  it('does not outlive the backstage that said it', () => {
    const link = new FakeLink();
    const store = createNoticesStore(link, () => {});
    link.push({ push: 'notice', id: 'disk', severity: 'warn', standing: true, problem: corrupt });
    link.setState({ phase: 'connecting' });
    expect(store.getState().standing).toEqual([]);
  });
});

describe('a question', () => {
  const question = { title: { key: 'a' }, text: { key: 'b' }, confirm: { key: 'c' } };

  it('is answered once, and by no when another takes its place', async () => {
    const { getState } = createAskStore();
    const first = getState().ask(question);
    const second = getState().ask(question);
    expect(await first).toBe(false);
    getState().answer(true);
    expect(await second).toBe(true);
    expect(getState().question).toBeNull();
  });
});
