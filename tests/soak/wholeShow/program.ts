import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { RemoteAction } from '#shared/contract/remote/actions.ts';
import { toProgramSchema } from '#shared/contract/remote/socket.ts';
import { type RemoteChange, type RemoteState, remoteStateSchema } from '#shared/contract/remote/state.ts';
import { until } from '#tests/support/until.ts';

const ANSWERS_WITHIN = 60_000;
const AGAIN_AFTER_MS = 500;
const CONFLICT = 409;

/** A program of the host on the remote API: it reads the state, follows its changes, and leads the rounds. */
export class Program {
  /** The state that follows from the changes; null before the first one. */
  followed: RemoteState | null = null;
  /** What is wrong with answers and changes. */
  readonly complaints: string[] = [];
  readonly #token: string;
  /** The address of a server that answers. */
  readonly #url: () => string;
  #socket: WebSocket | null = null;
  #isClosed = false;

  constructor(token: string, url: () => string) {
    this.#token = token;
    this.#url = url;
    this.#follow();
  }

  async state(): Promise<RemoteState> {
    const response = await fetch(new URL('remote/v1/state', this.#url()), { headers: this.#headers });
    return remoteStateSchema.parse(await response.json());
  }

  /** Repeats the request with the same key until a server answers, so that the action has its effect once. */
  async act(action: RemoteAction, params: object = {}): Promise<void> {
    const headers = {
      ...this.#headers,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    let answer = '';
    let attempts = 0;
    const isAnswered = async () => {
      const response = await fetch(new URL(`remote/v1/actions/${action}`, this.#url()), {
        method: 'POST',
        headers,
        body: JSON.stringify(params),
      }).catch(() => null);
      attempts += 1;
      if (response === null || response.status >= 500) return false;
      // The action had its effect, but its answer was lost when the show moved to another server.
      const isDone = response.ok || (response.status === CONFLICT && attempts > 1);
      answer = isDone ? '' : await response.text();
      return true;
    };
    await until(isAnswered, `an answer to ${action}`, ANSWERS_WITHIN);
    if (answer !== '') throw new Error(`the remote API refused ${action}: ${answer}`);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, 'accept-language': 'en' };
  }

  /** Connects, and connects again when the connection is lost. */
  #follow(): void {
    if (this.#isClosed) return;
    const address = new URL('remote/v1/socket', this.#url());
    address.protocol = 'ws:';
    const socket = new WebSocket(address, { headers: this.#headers });
    this.#socket = socket;
    socket.on('message', (data) => {
      const { data: message, error } = toProgramSchema.safeParse(JSON.parse(String(data)));
      if (message === undefined) this.complaints.push(`the remote API sent ${error?.message}`);
      else if (message.type === 'state') this.followed = message.state;
      else if (message.type === 'change') this.#change(message.change);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(() => this.#follow(), AGAIN_AFTER_MS));
  }

  #change({ revision, now, sections }: RemoteChange): void {
    const before = this.followed;
    if (before === null || revision !== before.revision + 1)
      this.complaints.push(`revision ${revision} came after ${before?.revision}`);
    if (before !== null) this.followed = { ...before, ...sections, revision, now };
  }
}
