import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createApp } from '#server/app.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import type { RemoteAction } from '#shared/contract/remote/actions.ts';
import { type FromProgram, type ToProgram, toProgramSchema } from '#shared/contract/remote/socket.ts';
import {
  type RemoteChange,
  type RemoteState,
  remoteChangeSchema,
  remoteStateSchema,
} from '#shared/contract/remote/state.ts';
import type { RemoteScope } from '#shared/contract/remote/token.ts';
import { presetOfTwo } from '../backstage/fixtures.ts';
import { atEnd, backstage, linesTo, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';

export interface Answer {
  status: number;
  body: { error?: { code: string; message: string }; revision?: number; seq?: number | null; pages?: number };
  headers: Headers;
}

interface RemoteOptions {
  /** Starts a show with a battle preset. */
  onAir?: boolean;
  /** The preset's rules of rounds. */
  round?: Record<string, unknown>;
}

/** A server with one backstage, whose remote API is reached over real sockets. */
export async function startRemote({ onAir = true, round = {} }: RemoteOptions = {}) {
  const sim = await simulator();
  const opened = await backstage({ lines: linesTo(sim) });
  const { screen } = opened;
  const built = temporaryFolder();
  mkdirSync(join(built, 'renderer'));
  const app = await createApp({
    backstage: opened,
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    webDir: join(built, 'renderer'),
    build: 'test',
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(() => app.close());
  opened.remote.serveAt(`${url}/remote/v1`);
  if (onAir) {
    await startShow(screen, sim);
    const { preset } = await screen.call('presets.save', {
      preset: presetDraftSchema.parse({ ...presetOfTwo, name: 'Battle', mode: 'battle', round }),
    });
    await screen.call('session.choosePreset', { presetId: preset.id });
  }
  const tokenOf = async (scope: RemoteScope = 'steer', name = 'Deck') =>
    (await screen.call('remotes.create', { name, scope })).token;
  return { ...opened, sim, app, url, tokenOf };
}

/** A program with a token. */
export class Program {
  readonly url: string;
  readonly token: string;

  constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}`, 'accept-language': 'en' };
  }

  async state(): Promise<RemoteState> {
    const response = await fetch(`${this.url}/remote/v1/state`, { headers: this.headers });
    return remoteStateSchema.parse(await response.json());
  }

  async act(
    action: RemoteAction | (string & {}),
    params: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}/remote/v1/actions/${action}`, {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(params),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  /** Opens the WebSocket. Rejects with the status of a refused handshake. */
  async socket(headers: Record<string, string> = this.headers, protocols: string[] = []): Promise<Line> {
    const { host } = new URL(this.url);
    const ws = new WebSocket(`ws://${host}/remote/v1/socket`, protocols, { headers });
    const line = new Line(ws);
    await new Promise<void>((resolve, reject) => {
      ws.once('open', resolve);
      ws.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
      ws.once('error', reject);
    });
    atEnd(() => ws.terminate());
    return line;
  }

  /** Reads the stream of events until `isEnough` returns true. */
  async events(isEnough: (events: { event: string; data: RemoteState | RemoteChange }[]) => boolean) {
    const stop = new AbortController();
    const response = await fetch(`${this.url}/remote/v1/events`, {
      headers: this.headers,
      signal: stop.signal,
    });
    const events: { event: string; id: string; data: RemoteState | RemoteChange }[] = [];
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const match = /^event: (\w+)\nid: (\d+)\ndata: (.*)$/.exec(text.slice(0, end));
        text = text.slice(end + 2);
        const [, event = '', id = '', json = ''] = match ?? [];
        const schema = event === 'state' ? remoteStateSchema : remoteChangeSchema;
        if (match !== null) events.push({ event, id, data: schema.parse(JSON.parse(json)) });
      }
      if (isEnough(events)) break;
    }
    stop.abort();
    return events;
  }
}

/** The program's end of a WebSocket. */
export class Line {
  readonly ws: WebSocket;
  readonly messages: ToProgram[] = [];
  readonly closed: Promise<number>;
  readonly #listeners = new Set<() => void>();

  constructor(ws: WebSocket) {
    this.ws = ws;
    this.closed = new Promise((resolve) => ws.once('close', resolve));
    ws.on('message', (data) => {
      this.messages.push(toProgramSchema.parse(JSON.parse(String(data))));
      for (const listener of this.#listeners) listener();
    });
    ws.on('error', () => undefined);
  }

  send(message: FromProgram): void {
    this.ws.send(JSON.stringify(message));
  }

  /** Resolves with the first message, past or future, that fits. */
  message<T extends ToProgram['type']>(type: T, id?: number): Promise<Extract<ToProgram, { type: T }>> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.messages.find(
          (message): message is Extract<ToProgram, { type: T }> =>
            message.type === type && (id === undefined || ('id' in message && message.id === id)),
        );
        if (found === undefined) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** The state that follows from all messages so far; fails on a gap of revisions. */
  follow(): RemoteState {
    let state: RemoteState | null = null;
    for (const message of this.messages) {
      if (message.type === 'state') state = message.state;
      else if (message.type === 'change') state = changed(state, message.change);
    }
    if (state === null) throw new Error('no state yet');
    return state;
  }
}

function changed(state: RemoteState | null, { revision, now, sections }: RemoteChange): RemoteState {
  if (state === null || revision !== state.revision + 1)
    throw new Error(`gap: ${state?.revision}, ${revision}`);
  return remoteStateSchema.parse({ ...state, ...sections, revision, now });
}
