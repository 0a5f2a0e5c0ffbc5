import type { OBSEventTypes, OBSRequestTypes } from 'obs-websocket-js/json';
import { z } from 'zod';
import type { Timers } from '#renderer/data/stores/pausableTimer.ts';
import { RingsideError } from '#shared/contract/error.ts';

/** OBS has not opened or answered within this time (ms). */
const ANSWER_LIMIT_MS = 8000;

/** Close codes of OBS's WebSocket protocol 5. */
const WRONG_PASSWORD = 4009;
const UNSUPPORTED_VERSION = 4010;

/** Status of a request whose resource has a name that is taken. */
const NAME_TAKEN = 601;

/** Events after which the list of scenes or sources may have changed. */
const listEvents = [
  'SceneCreated',
  'SceneRemoved',
  'SceneNameChanged',
  'SceneListChanged',
  'CurrentProgramSceneChanged',
  'CurrentSceneCollectionChanged',
  'InputCreated',
  'InputRemoved',
  'InputNameChanged',
  'SceneItemCreated',
  'SceneItemRemoved',
] as const satisfies readonly (keyof OBSEventTypes)[];

const codeSchema = z.object({ code: z.number() });

/** Whether OBS refused a request because the name is taken. */
export function isNameTaken(error: unknown): boolean {
  return codeSchema.safeParse(error).data?.code === NAME_TAKEN;
}

export interface ObsClientOptions {
  address: string;
  password: string;
  after: Timers['after'];
  /** Scenes or sources may have changed. */
  onChange(): void;
  /** OBS has closed the connection. Not called for a failed `connect` or after `close`. */
  onLost(): void;
}

/** A connection to OBS. Answers of OBS are parsed by the caller's schema. */
export interface ObsClient {
  /** @throws RingsideError obs.lost when OBS does not answer; OBS's own error when it refuses the request */
  request<N extends keyof OBSRequestTypes, T>(
    name: N,
    answer: z.ZodType<T>,
    data?: OBSRequestTypes[N],
  ): Promise<T>;
  close(): void;
}

/**
 * Connects to OBS.
 * @throws RingsideError obs.closed, obs.password or obs.version
 */
export async function connectToObs(options: ObsClientOptions): Promise<ObsClient> {
  const { address, password, after } = options;
  // Loaded with the first connection: most pages never talk to OBS.
  const { default: OBSWebSocket, EventSubscription } = await import('obs-websocket-js/json');
  const obs = new OBSWebSocket();
  let opened = false;
  obs.once('ConnectionOpened', () => {
    opened = true;
  });
  const { Scenes, Inputs, SceneItems, Config, General } = EventSubscription;
  const eventSubscriptions = Scenes | Inputs | SceneItems | Config | General;
  try {
    await withLimit(after, obs.connect(address, password, { eventSubscriptions }));
  } catch (error) {
    void obs.disconnect().catch(() => undefined);
    throw connectError(error, opened);
  }
  let closed = false;
  obs.on('ConnectionClosed', () => {
    if (!closed) options.onLost();
    closed = true;
  });
  for (const event of listEvents) obs.on(event, options.onChange);
  return {
    request: async (name, answer, data) => {
      if (closed) throw new RingsideError('obs.lost');
      const parsed = answer.safeParse((await withLimit(after, obs.call(name, data))) ?? {});
      if (!parsed.success) throw new RingsideError('obs.version');
      return parsed.data;
    },
    close: () => {
      closed = true;
      void obs.disconnect().catch(() => undefined);
    },
  };
}

function connectError(error: unknown, opened: boolean): RingsideError {
  const code = codeSchema.safeParse(error).data?.code;
  if (code === WRONG_PASSWORD) return new RingsideError('obs.password');
  if (code === UNSUPPORTED_VERSION) return new RingsideError('obs.version');
  // A server that accepts the connection and does not greet is the plug-in of OBS 27 and earlier, or no OBS at all.
  return new RingsideError(opened ? 'obs.version' : 'obs.closed');
}

/** @throws RingsideError obs.lost after the limit; what the work throws */
function withLimit<T>(after: Timers['after'], work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(ANSWER_LIMIT_MS, () => reject(new RingsideError('obs.lost')));
    work.then(resolve, reject).finally(cancel);
  });
}
