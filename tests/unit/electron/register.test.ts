import type { WebContents, WebFrameMain } from 'electron';
import { describe, expect, it } from 'vitest';
import { createRegister, type WindowRole } from '#electron/ipc/register.ts';
import { RingsideError } from '#shared/contract/error.ts';

type Sender = Pick<WebContents, 'id'>;
type Frame = Pick<WebFrameMain, 'url'> & { parent: object | null };
type Listener = (event: { sender: Sender; senderFrame: Frame | null }, ...args: unknown[]) => unknown;

/** Creates a register on a fake IPC. */
function setUp(roleOf: (contents: Sender) => WindowRole | null = () => 'main') {
  const handlers = new Map<string, Listener>();
  const log: string[] = [];
  const ipcMain = { handle: (channel: string, listener: Listener) => void handlers.set(channel, listener) };
  const register = createRegister({
    ipcMain,
    roleOf,
    log: (level, message) => log.push(`${level} ${message}`),
  });
  const top: Frame = { url: 'app://ringside/tool', parent: null };
  const invoke = async (name: string, args: unknown[], senderFrame: Frame | null = top) =>
    handlers.get(`ringside:${name}`)?.({ sender: { id: 7 }, senderFrame }, ...args);
  return { register, invoke, log, top };
}

describe('IPC register', () => {
  it('passes the caller to the handler and returns its result', async () => {
    const { register, invoke } = setUp();
    register('openLink', ['main'], ({ url }, sender) => ({
      opened: url === 'https://x.test/' && sender.contentsId === 7,
    }));
    expect(await invoke('openLink', [{ url: 'https://x.test/' }])).toEqual({
      ok: true,
      result: { opened: true },
    });
  });

  it.each([
    ['another site', { url: 'https://example.test/', parent: null }],
    ['a site that looks like the app', { url: 'app://ringside.example.test/', parent: null }],
    ['a blank page', { url: 'about:blank', parent: null }],
    ['a frame inside the page', { url: 'app://ringside/tool', parent: {} }],
    ['a frame that is gone', null],
  ])('refuses a call from %s before running its handler', async (_caller, frame) => {
    const { register, invoke, log } = setUp();
    let handled = false;
    register('showLogs', ['main'], () => {
      handled = true;
      return {};
    });
    await expect(invoke('showLogs', [{}], frame)).rejects.toThrow('Refused');
    expect(handled).toBe(false);
    expect(log).toHaveLength(1);
  });

  it.each([null, 'workbench'] as const)('refuses a call that the role %s may not make', async (role) => {
    const { register, invoke } = setUp(() => role);
    register('clearCache', ['main'], () => ({ freedBytes: 1 }));
    await expect(invoke('clearCache', [{}])).rejects.toThrow('Refused');
  });

  it.each([
    ['no argument', []],
    ['two arguments', [{ url: 'https://x.test/' }, 1]],
    ['a wrong type', [{ url: 5 }]],
    ['an unknown field', [{ url: 'https://x.test/', more: 1 }]],
    ['too long a text', [{ url: `https://x.test/${'x'.repeat(3000)}` }]],
    ['a map', [new Map([['url', 'https://x.test/']])]],
    ['nothing', [null]],
  ])('answers "invalid" to %s', async (_what, args) => {
    const { register, invoke } = setUp();
    register('openLink', ['main'], () => ({ opened: true }));
    expect(await invoke('openLink', args)).toEqual({ ok: false, problem: { code: 'invalid' } });
  });

  it('returns a RingsideError as its problem and logs other errors', async () => {
    const { register, invoke, log } = setUp();
    register('appInfo', ['main'], () => {
      throw new RingsideError('storage.full');
    });
    register('showLogs', ['main'], () => {
      throw new Error('secret place');
    });
    expect(await invoke('appInfo', [{}])).toEqual({ ok: false, problem: { code: 'storage.full' } });
    expect(await invoke('showLogs', [{}])).toEqual({ ok: false, problem: { code: 'internal' } });
    expect(log.join()).toContain('secret place');
  });

  it('removes undeclared fields from results', async () => {
    const { register, invoke } = setUp();
    register('openLink', ['main'], () => ({ opened: true, token: 'secret' }));
    expect(await invoke('openLink', [{ url: 'https://x.test/' }])).toEqual({
      ok: true,
      result: { opened: true },
    });
  });
});
