import type { WebContents } from 'electron';
import {
  type Answer,
  callSchemas,
  channelOf,
  type DesktopCallName,
  type DesktopParsed,
  type DesktopPush,
  type DesktopPushName,
  type DesktopResult,
} from '#shared/contract/desktop.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { isOwnUrl } from '../safety/trustedUrl.ts';
import { isPlainData } from './plainData.ts';

/** The windows that may speak to the main process. */
export type WindowRole = 'main' | 'workbench';

export interface IpcSender {
  /** Electron's id of the web contents that asked. */
  contentsId: number;
  role: WindowRole;
}

export interface IpcOptions {
  ipcMain: { handle(channel: string, listener: (event: SenderFacts, ...args: unknown[]) => unknown): void };
  /** The role of the window that shows these contents, null for anything that is not a window of the app. */
  roleOf: (contents: Pick<WebContents, 'id'>) => WindowRole | null;
  log: (level: 'warn' | 'error', message: string) => void;
}

export type CallHandler<N extends DesktopCallName> = (
  args: DesktopParsed<N>,
  sender: IpcSender,
) => Promise<DesktopResult<N>> | DesktopResult<N>;

export type Register = <N extends DesktopCallName>(
  name: N,
  roles: readonly WindowRole[],
  handler: CallHandler<N>,
) => void;

/** What of Electron's event decides who asked. */
export interface SenderFacts {
  sender: Pick<WebContents, 'id'>;
  senderFrame: { readonly url: string; readonly parent: object | null } | null;
}

/**
 * The one way to answer a channel. A call is answered only when it comes from the top frame of one of the
 * app's windows that shows a page of the app and whose role may make it; its argument must be plain data
 * within limits and fit the channel's schema; its result is parsed too, so that nothing undeclared leaves.
 */
export function createRegister(options: IpcOptions): Register {
  return (name, roles, handler) => {
    options.ipcMain.handle(channelOf(name), async (event, ...received) => {
      const sender = identify(event, options.roleOf);
      if (sender === null || !roles.includes(sender.role)) {
        options.log('warn', `refused ${name} from ${event.senderFrame?.url ?? 'a frame that is gone'}`);
        throw new Error('Refused');
      }
      return answer(name, handler, sender, received, options);
    });
  };
}

/** Who asked, or null when it is not the top frame of an own window on an own page. */
export function identify(event: SenderFacts, roleOf: IpcOptions['roleOf']): IpcSender | null {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || !isOwnUrl(frame.url)) return null;
  const role = roleOf(event.sender);
  return role === null ? null : { contentsId: event.sender.id, role };
}

/** Sends a push to a window; nothing happens when it is gone. */
export function sendTo<N extends DesktopPushName>(
  contents: Pick<WebContents, 'send' | 'isDestroyed'>,
  name: N,
  payload: DesktopPush<N>,
): void {
  if (!contents.isDestroyed()) contents.send(channelOf(name), payload);
}

async function answer<N extends DesktopCallName>(
  name: N,
  handler: CallHandler<N>,
  sender: IpcSender,
  received: readonly unknown[],
  options: IpcOptions,
): Promise<Answer<DesktopResult<N>>> {
  const [raw] = received;
  const schemas = callSchemas[name];
  const parsed = received.length === 1 && isPlainData(raw) ? schemas.args.safeParse(raw) : null;
  if (parsed === null || !parsed.success) {
    options.log('warn', `refused the argument of ${name}`);
    return { ok: false, problem: { code: 'invalid' } };
  }
  try {
    return { ok: true, result: schemas.result.parse(await handler(parsed.data, sender)) };
  } catch (error) {
    return { ok: false, problem: problemOf(error, name, options) };
  }
}

function problemOf(error: unknown, name: string, options: IpcOptions): Problem {
  if (error instanceof RingsideError) return error.problem;
  options.log('error', `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  return { code: 'internal' };
}
