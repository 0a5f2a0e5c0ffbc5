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

/** The windows that may call the main process. `wall` is the wall in its own window. */
export type WindowRole = 'main' | 'wall' | 'workbench';

interface IpcSender {
  /** Electron's id of the calling web contents. */
  contentsId: number;
  role: WindowRole;
}

interface IpcOptions {
  ipcMain: { handle(channel: string, listener: (event: SenderFacts, ...args: unknown[]) => unknown): void };
  /** Returns the role of the window that shows these contents; null if it is not a window of the app. */
  roleOf: (contents: Pick<WebContents, 'id'>) => WindowRole | null;
  log: (level: 'warn' | 'error', message: string) => void;
}

type CallHandler<N extends DesktopCallName> = (
  args: DesktopParsed<N>,
  sender: IpcSender,
) => Promise<DesktopResult<N>> | DesktopResult<N>;

export type Register = <N extends DesktopCallName>(
  name: N,
  roles: readonly WindowRole[],
  handler: CallHandler<N>,
) => void;

/** The fields of Electron's IPC event that identify the caller. */
export interface SenderFacts {
  sender: Pick<WebContents, 'id'>;
  senderFrame: { readonly url: string; readonly parent: object | null } | null;
}

/**
 * Creates the function that registers IPC handlers; there is no other way to register one. A call must come from the
 * top frame of an app window that shows a page of the app, and the window's role must be allowed. The argument must be
 * plain data within limits and match the call's schema. The result is parsed too, which removes undeclared fields.
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

/** Identifies the caller; null unless it is the top frame of an app window that shows a page of the app. */
function identify(event: SenderFacts, roleOf: IpcOptions['roleOf']): IpcSender | null {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null || !isOwnUrl(frame.url)) return null;
  const role = roleOf(event.sender);
  return role === null ? null : { contentsId: event.sender.id, role };
}

/** Sends a push to a window. Does nothing if the window is destroyed. */
export function sendTo<N extends DesktopPushName>(
  contents: Pick<WebContents, 'send' | 'isDestroyed'>,
  name: N,
  payload: DesktopPush<N>,
): void {
  if (!contents.isDestroyed()) contents.send(channelOf(name), payload);
}

/**
 * Largest message that a window may send. The largest legitimate one is a preset with fifty pictures. A larger message
 * is refused before a schema parses it or another process gets a copy.
 */
const messageLimits = { depth: 24, nodes: 50_000, characters: 12_000_000 } as const;

interface PlainDataLimits {
  depth: number;
  nodes: number;
  characters: number;
}

/**
 * Whether the value is a tree of plain objects, arrays, strings, finite numbers, booleans, null and undefined, within
 * the limits. Structured clone also transports maps, dates, buffers, errors and cycles, which no call uses. A cycle
 * exceeds the depth limit.
 */
export function isPlainData(value: unknown, limits: PlainDataLimits = messageLimits): boolean {
  const budget = { nodes: limits.nodes, characters: limits.characters };
  const walk = (node: unknown, depth: number): boolean => {
    budget.nodes -= 1;
    if (budget.nodes < 0 || depth > limits.depth) return false;
    if (node === null || node === undefined || typeof node === 'boolean') return true;
    if (typeof node === 'number') return Number.isFinite(node);
    if (typeof node === 'string') {
      budget.characters -= node.length;
      return budget.characters >= 0;
    }
    if (typeof node !== 'object') return false;
    return Array.isArray(node) ? walkArray(node, depth) : walkRecord(node, depth);
  };
  const walkArray = (list: readonly unknown[], depth: number) => {
    // A sparse array can have a huge length at no cost, so check the length before walking it.
    if (list.length > budget.nodes) return false;
    return list.every((item) => walk(item, depth + 1));
  };
  const walkRecord = (record: object, depth: number) => {
    const prototype: unknown = Object.getPrototypeOf(record);
    if (prototype !== Object.prototype && prototype !== null) return false;
    for (const [key, item] of Object.entries(record)) {
      budget.characters -= key.length;
      if (budget.characters < 0 || key === '__proto__' || !walk(item, depth + 1)) return false;
    }
    return true;
  };
  return walk(value, 0);
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
