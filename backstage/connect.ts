import { z } from 'zod';
import {
  type CallHandlers,
  type CallName,
  type Calls,
  calls,
  PROTOCOL_VERSION,
  type Push,
  type Request,
  type Response,
  requestSchema,
} from '#shared/contract/backstage.ts';
import { type ErrorCode, type Problem, RingsideError } from '#shared/contract/error.ts';
import type { BackstageClient } from './api.ts';
import { ledgerCalls, missedCalls } from './calls/ledgerCalls.ts';
import { overlayCalls } from './calls/overlayCalls.ts';
import { packCalls } from './calls/packCalls.ts';
import { payoutCalls, replayCalls, reportCalls } from './calls/reportCalls.ts';
import { anchorCalls, roomCalls } from './calls/roomCalls.ts';
import {
  linesNow,
  phoneCalls,
  remoteCalls,
  settingCalls,
  transferCalls,
  webhookCalls,
} from './calls/settingCalls.ts';
import { roundCalls, showCalls } from './calls/showCalls.ts';
import { themeCalls } from './calls/themeCalls.ts';
import type { Core } from './core.ts';

/** Connects a screen: sends it the current state and answers its requests. `by` names its device in the journal. */
export function connect(
  core: Core,
  { by, send }: { by: string; send: (push: Push) => void },
): BackstageClient {
  const { hub, shows, rooms, presets, notices, clock, build } = core;
  const listener = hub.add(by, send);
  const handlers = {
    ...showCalls(core, listener),
    ...roomCalls(core),
    ...settingCalls(core),
    ...ledgerCalls(core),
    ...roundCalls(core),
    ...missedCalls(core),
    ...reportCalls(core),
    ...payoutCalls(core),
    ...anchorCalls(core),
    ...replayCalls(core),
    ...overlayCalls(core),
    ...themeCalls(core),
    ...phoneCalls(core),
    ...remoteCalls(core),
    ...webhookCalls(core),
    ...transferCalls(core),
    ...packCalls(core),
  };
  hub.send(listener, { push: 'hello', protocol: PROTOCOL_VERSION, build, now: clock.now(), by });
  hub.send(listener, { push: 'connection', connection: rooms.connection });
  hub.send(listener, { push: 'presets', presets: presets.list() });
  hub.send(listener, { push: 'anchors', anchors: core.anchors.known });
  hub.send(listener, { push: 'giftPictures', pictures: core.giftPictures.known });
  hub.send(listener, { push: 'lines', ...linesNow(core) });
  hub.send(listener, { push: 'overlay.changed', links: core.overlays.list() });
  hub.send(listener, { push: 'packs', packs: core.packs.shown });
  hub.send(listener, { push: 'themes', themes: core.themes.list() });
  hub.send(listener, { push: 'phones', phones: core.phones.state });
  hub.send(listener, { push: 'remotes', remotes: core.remotes.shown });
  hub.send(listener, { push: 'webhooks', webhooks: core.webhooks.shown });
  for (const notice of notices.standing) hub.send(listener, notice);
  return {
    request: (raw) =>
      answer(raw, handlers, {
        by,
        refuse: (name) => core.quota.refuseCall(name, shows.busy && shows.current?.facts.rehearsal === null),
        log: core.log,
      }),
    setBacklog: (bytes) =>
      hub.setBacklog(listener, bytes, () => {
        const show = shows.current;
        return show === null ? null : (show.journal.inputs(show.committedSeq - 1, 1)[0] ?? null);
      }),
    close: () => hub.remove(listener),
  };
}

type Log = (message: string, error?: unknown) => void;

/** The context of a request. `by` names the device; `refuse` throws a RingsideError for a call that is not allowed. */
interface Asked {
  by: string;
  refuse: (name: CallName) => void;
  log: Log;
}

/** Validates and answers one request. Invalid requests get an error answer. */
async function answer(raw: unknown, handlers: CallHandlers, asked: Asked): Promise<Response> {
  const request = requestSchema.safeParse(raw);
  if (!request.success) return { id: idOf(raw), ok: false, problem: { code: 'invalid' } };
  const { id } = request.data;
  try {
    return { id, ok: true, result: await run(request.data, handlers, asked) };
  } catch (error) {
    if (error instanceof RingsideError) return { id, ok: false, problem: error.problem };
    asked.log(`call ${request.data.call.slice(0, 100)} failed`, error);
    return { id, ok: false, problem: { code: 'internal' } };
  }
}

type Args = { [N in CallName]: z.output<Calls[N]['args']> };
type Schemas = { [N in CallName]: { args: z.ZodType<Args[N]> } };
type Runners = { [N in CallName]: (args: Args[N], by: string) => Promise<unknown> };

const schemas: Schemas = calls;

async function run({ call, args }: Request, handlers: Runners, asked: Asked): Promise<unknown> {
  if (!isCall(call)) throw new RingsideError('invalid', { field: 'call' });
  return await invoke(call, args, handlers, asked);
}

async function invoke<N extends CallName>(name: N, args: unknown, handlers: Runners, { by, refuse }: Asked) {
  const parsed = schemas[name].args.safeParse(args);
  if (!parsed.success) throw refusal(name, parsed.error.issues[0]?.path ?? []);
  refuse(name);
  return await handlers[name](parsed.data, by);
}

/** Error codes of invalid fields, by their path. Other fields get the code `invalid`. */
const fieldCodes: readonly [RegExp, ErrorCode][] = [
  [/^preset\.name$/, 'preset.nameRequired'],
  [/^preset\.anchors\.\d+\.nickname$/, 'anchor.nicknameRequired'],
  [/^preset\.gameplay\.\d+\.name$/, 'gameplay.nameRequired'],
  [/^preset\.anchors\.\d+\.avatar$/, 'picture.invalid'],
  [/^preset\.(anchors|gameplay|score\.points)$/, 'preset.tooLarge'],
  [/^lines\.\d+\.\w+Url$/, 'line.invalidAddress'],
  [/^draft\.address$/, 'webhook.address'],
  [/^options\.(\w+\.\d+\.)?content$/, 'display.itemRequired'],
];

const saving: ReadonlySet<CallName> = new Set([
  'presets.save',
  'lines.save',
  'overlay.update',
  'webhooks.create',
  'webhooks.save',
]);

/** Converts a validation error to the error for the screen, with the name of the field. */
function refusal(name: CallName, path: readonly PropertyKey[]): RingsideError {
  const field = path.map(String).join('.');
  const own = saving.has(name) ? fieldCodes.find(([pattern]) => pattern.test(field)) : undefined;
  const problem: Problem = { code: own?.[1] ?? 'invalid', params: { field: field.replace(/^preset\./, '') } };
  return new RingsideError(problem.code, problem.params);
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

const idSchema = z.object({ id: z.number().int() });

/** Reads the id of an invalid request, so that the screen can match the error answer. */
function idOf(raw: unknown): number {
  const parsed = idSchema.safeParse(raw);
  return parsed.success ? parsed.data.id : 0;
}
