import { describe, expect, it } from 'vitest';
import { DesktopLink, type LinkBridge } from '#renderer/data/platform/desktopLink.ts';
import type { Push } from '#shared/contract/backstage.ts';
import type { BackstageState } from '#shared/contract/desktop.ts';

/** A bridge that a test holds in its hands. */
function setUp(joins: boolean[] = [true]) {
  let tellState: (state: BackstageState) => void = () => undefined;
  let tellPush: (payload: { number: number; push: Push }) => void = () => undefined;
  const read: number[] = [];
  const joined = [...joins];
  const bridge: LinkBridge = {
    openBackstage: async () => ({ ok: true, result: { joined: joined.shift() ?? true } }),
    request: async ({ id, call }) =>
      call === 'show.list'
        ? { ok: true, result: { id, ok: true, result: { shows: [] } } }
        : { ok: false, problem: { code: 'invalid' } },
    acknowledge: async ({ number }) => {
      read.push(number);
      return { ok: true, result: {} };
    },
    onBackstagePush: (listener) => {
      tellPush = listener;
      return () => undefined;
    },
    onBackstageState: (listener) => {
      tellState = listener;
      return () => undefined;
    },
  };
  const link = new DesktopLink(bridge);
  const state = (name: BackstageState['state']) => tellState({ state: name, crashes: 0, problem: null });
  return { link, read, state, push: (number: number, push: Push) => tellPush({ number, push }) };
}

const phase = (link: DesktopLink) => link.state.phase;

describe('the link of the desktop app', () => {
  it('is open as soon as the backstage takes it', async () => {
    const { link } = setUp();
    await expect.poll(() => phase(link)).toBe('open');
    expect(await link.call('show.list', {})).toEqual({ shows: [] });
  });

  it('waits for a backstage that is still starting, and then asks it what was asked meanwhile', async () => {
    const { link, state } = setUp([false, true]);
    state('starting');
    expect(phase(link)).toBe('connecting');
    const shows = link.call('show.list', {});
    state('ready');
    expect(await shows).toEqual({ shows: [] });
    expect(phase(link)).toBe('open');
  });

  it('asks nothing any more once it is closed', async () => {
    const { link } = setUp([false]);
    const early = link.call('show.list', {});
    link.close();
    await expect(early).rejects.toMatchObject({ problem: { code: 'connection.lost' } });
    await expect(link.call('show.list', {})).rejects.toMatchObject({ problem: { code: 'connection.lost' } });
  });

  it('is lost while the backstage restarts, and joins it again', async () => {
    const { link, state } = setUp();
    await expect.poll(() => phase(link)).toBe('open');
    state('restarting');
    expect(link.state).toEqual({ phase: 'lost', retryAt: null, attempt: 1 });
    await expect(link.call('show.list', {})).rejects.toMatchObject({ problem: { code: 'connection.lost' } });
    state('ready');
    await expect.poll(() => phase(link)).toBe('open');
  });

  it('acknowledges each push after it was handled', async () => {
    const { link, read, push } = setUp();
    const seen: Push[] = [];
    link.onPush((each) => seen.push(each));
    const hello: Push = { push: 'hello', protocol: 1, build: 'b', now: 1 };
    push(1, hello);
    push(2, { push: 'show', showId: null });
    expect(seen).toEqual([hello, { push: 'show', showId: null }]);
    expect(read).toEqual([1, 2]);
  });

  it('tells a refusal as the problem that it is', async () => {
    const { link } = setUp();
    await expect.poll(() => phase(link)).toBe('open');
    await expect(link.call('room.close', {})).rejects.toMatchObject({ problem: { code: 'invalid' } });
  });
});
