import { describe, expect, it } from 'vitest';
import { FakeLink } from '#renderer/data/platform/fake.ts';
import { createAskStore } from '#renderer/data/stores/askStore.ts';
import { createConnectionStore, secondsSinceEvent } from '#renderer/data/stores/connectionStore.ts';
import { createNoticesStore, type Notice } from '#renderer/data/stores/pushStores.ts';
import { PROTOCOL_VERSION } from '#shared/contract/backstage.ts';
import { connection } from '#tests/support/connection.ts';

describe('secondsSinceEvent', () => {
  it('is right on a device whose clock is wrong', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 5_000_000);
    link.push({ push: 'connection', connection: connection() });
    expect(secondsSinceEvent(store.getState(), 5_000_000)).toBe(10);
    expect(secondsSinceEvent(store.getState(), 5_003_999)).toBe(13);
  });

  it('is null before the first event and never negative', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 0);
    expect(secondsSinceEvent(store.getState(), 0)).toBeNull();
    link.push({ push: 'connection', connection: connection({ lastEventAt: null }) });
    expect(secondsSinceEvent(store.getState(), 0)).toBeNull();
    link.push({ push: 'connection', connection: connection({ lastEventAt: 100_500 }) });
    expect(secondsSinceEvent(store.getState(), 0)).toBe(0);
  });
});

describe('connection store', () => {
  it('marks the page as outdated when the backstage has another protocol version', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 0);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'x', now: 0 });
    expect(store.getState().outdated).toBe(false);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION + 1, build: 'x', now: 0 });
    expect(store.getState().outdated).toBe(true);
  });

  it('marks the page as outdated when the backstage has another build', () => {
    const link = new FakeLink();
    const store = createConnectionStore(link, () => 0);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'x', now: 0 });
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'x', now: 5 });
    expect(store.getState().outdated).toBe(false);
    link.push({ push: 'hello', protocol: PROTOCOL_VERSION, build: 'y', now: 9 });
    expect(store.getState().outdated).toBe(true);
  });
});

describe('notices store', () => {
  const corrupt = { code: 'storage.corrupt' } as const;

  it('keeps a standing notice until a push with the same id removes it', () => {
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

  it('passes on a notice that is not standing', () => {
    const link = new FakeLink();
    const passing: Notice[] = [];
    const store = createNoticesStore(link, (notice) => passing.push(notice));
    link.push({ push: 'notice', id: 'once', severity: 'warn', standing: false, problem: corrupt });
    expect(store.getState().standing).toEqual([]);
    expect(passing.map((notice) => notice.id)).toEqual(['once']);
  });

  it('clears the notices when the link reconnects', () => {
    const link = new FakeLink();
    const store = createNoticesStore(link, () => {});
    link.push({ push: 'notice', id: 'disk', severity: 'warn', standing: true, problem: corrupt });
    link.setState({ phase: 'connecting' });
    expect(store.getState().standing).toEqual([]);
  });
});

describe('ask store', () => {
  const question = { title: { key: 'a' }, text: { key: 'b' }, confirm: { key: 'c' } };

  it('resolves a question once, with false when another question replaces it', async () => {
    const { getState } = createAskStore();
    const first = getState().ask(question);
    const second = getState().ask(question);
    expect(await first).toBe(false);
    getState().answer(true);
    expect(await second).toBe(true);
    expect(getState().question).toBeNull();
  });
});
