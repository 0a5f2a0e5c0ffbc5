import type { WebSocket } from 'ws';
import { type Push, type Response, requestSchema } from '#shared/contract/backstage.ts';
import type { ErrorCode } from '#shared/contract/error.ts';
import { parseJson } from '#shared/json.ts';
import type { Backstage, BackstageClient } from '../api.ts';
import { type SocketLimits, ThrottledSocket } from './throttledSocket.ts';

interface JoinOptions {
  backstage: Pick<Backstage, 'connect'>;
  /** Names the operator's device in the journal. */
  by: string;
  pace: SocketLimits;
  /** Whether the screen may make a call. */
  mayCall(name: string): boolean;
  /** The answer to a call that the screen may not make. */
  refusal: ErrorCode;
  /** Whether the screen gets a push. Defaults to all. */
  mayGet?(push: Push): boolean;
}

/** Connects an accepted socket with a backstage until it closes. */
export function joinScreen(ws: WebSocket, options: JoinOptions): void {
  const { backstage, by, pace, mayCall, refusal, mayGet = () => true } = options;
  const paced = new ThrottledSocket(ws, pace, (data) => answer(parseJson(String(data))));
  let unsentPushes = 0;
  let client: BackstageClient | null = null;
  const noteUnsent = (bytes: number) => {
    unsentPushes += bytes;
    client?.setBacklog(unsentPushes);
  };
  const joinedAs = backstage.connect({
    by,
    send: (push) => {
      if (!mayGet(push)) return;
      const text = textOf(push);
      const bytes = Buffer.byteLength(text);
      noteUnsent(bytes);
      paced.send(text, () => noteUnsent(-bytes));
    },
    end: () => ws.terminate(),
  });
  client = joinedAs;
  ws.on('close', () => joinedAs.close());

  async function answer(asked: unknown): Promise<void> {
    const request = requestSchema.safeParse(asked);
    const response: Response =
      request.success && !mayCall(request.data.call)
        ? { id: request.data.id, ok: false, problem: { code: refusal } }
        : await joinedAs.request(asked);
    paced.answer(response);
  }
}

const texts = new WeakMap<Push, string>();

/** Serialises a push once for all screens. */
function textOf(push: Push): string {
  const text = texts.get(push) ?? JSON.stringify(push);
  texts.set(push, text);
  return text;
}
