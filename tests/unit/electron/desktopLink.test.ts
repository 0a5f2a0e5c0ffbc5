import { describe, expect, it } from 'vitest';
import { DesktopLink, type LinkBridge } from '#renderer/data/platform/desktop.ts';
import type { Push } from '#shared/contract/backstage.ts';
import type { BackstageState } from '#shared/contract/desktop.ts';

/** Creates a link on a fake bridge. */
function setUp(joins: boolean[] = [true]) {
  let emitState: (state: BackstageState) => void = () => undefined;
  let emitPush: (payload: { number: number; push: Push }) => void = () => undefined;
  const acknowledged: number[] = [];
  const joined = [...joins];
  const bridge: LinkBridge = {
    openBackstage: async () => ({ ok: true, result: { joined: joined.shift() ?? true } }),
    request: async ({ id, call }) =>
      call === 'show.list'
        ? { ok: true, result: { id, ok: true, result: { shows: [] } } }
        : { ok: false, problem: { code: 'invalid' } },
    acknowledge: async ({ number }) => {
      acknowledged.push(number);
      return { ok: true, result: {} };
    },
    onBackstagePush: (listener) => {
      emitPush = listener;
      return () => undefined;
    },
    onBackstageState: (listener) => {
      emitState = listener;
      return () => undefined;
    },
  };
  const link = new DesktopLink(bridge);
  const state = (name: BackstageState['state']) => emitState({ state: name, crashes: 0, problem: null });
  return { link, acknowledged, state, push: (number: number, push: Push) => emitPush({ number, push }) };
}

const phase = (link: DesktopLink) => link.state.phase;

describe('desktop link', () => {
  it('opens as soon as the backstage accepts it', async () => {
    const { link } = setUp();
    await expect.poll(() => phase(link)).toBe('open');
    expect(await link.call('show.list', {})).toEqual({ shows: [] });
  });

  it('sends queued calls once the backstage has started', async () => {
    const { link, state } = setUp([false, true]);
    state('starting');
    expect(phase(link)).toBe('connecting');
    const shows = link.call('show.list', {});
    state('ready');
    expect(await shows).toEqual({ shows: [] });
    expect(phase(link)).toBe('open');
  });

  it('rejects queued and new calls once it is closed', async () => {
    const { link } = setUp([false]);
    const early = link.call('show.list', {});
    link.close();
    await expect(early).rejects.toMatchObject({ problem: { code: 'connection.lost' } });
    await expect(link.call('show.list', {})).rejects.toMatchObject({ problem: { code: 'connection.lost' } });
  });

  it('is lost while the backstage restarts, and reconnects', async () => {
    const { link, state } = setUp();
    await expect.poll(() => phase(link)).toBe('open');
    state('restarting');
    expect(link.state).toEqual({ phase: 'lost', retryAt: null, attempt: 1 });
    await expect(link.call('show.list', {})).rejects.toMatchObject({ problem: { code: 'connection.lost' } });
    state('ready');
    await expect.poll(() => phase(link)).toBe('open');
  });

  it('acknowledges each push after its listeners ran', async () => {
    const { link, acknowledged, push } = setUp();
    const seen: Push[] = [];
    link.onPush((each) => seen.push(each));
    const hello: Push = { push: 'hello', protocol: 1, build: 'b', now: 1 };
    push(1, hello);
    push(2, { push: 'show', showId: null });
    expect(seen).toEqual([hello, { push: 'show', showId: null }]);
    expect(acknowledged).toEqual([1, 2]);
  });

  it('rejects a refused call with its problem', async () => {
    const { link } = setUp();
    await expect.poll(() => phase(link)).toBe('open');
    await expect(link.call('room.close', {})).rejects.toMatchObject({ problem: { code: 'invalid' } });
  });
});
