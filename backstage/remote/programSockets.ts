import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { closeCodes } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { fromProgramSchema, type ToProgram } from '#shared/contract/remote/socket.ts';
import { parseJson } from '#shared/json.ts';
import { type SocketLimits, ThrottledSocket } from '../sockets/throttledSocket.ts';
import type { Upgrade } from '../sockets/upgrades.ts';
import type { RemoteAccess, RemotePeer, RemoteSubscription } from './remoteEndpoint.ts';
import { type ErrorTexts, errorOf, languageOf, MAX_BODY, problemOf } from './replies.ts';

const KB = 1024;

const PACE: SocketLimits = {
  bytes: { burst: 64 * KB, perSecond: 32 * KB },
  busyMs: { burst: 1000, perSecond: 200 },
  atOnce: 16,
  backlog: 1024 * KB,
  mostBacklog: 8 * 1024 * KB,
};

/** Programs that follow and lead a show over a WebSocket. */
export class ProgramSockets {
  readonly #errors: ErrorTexts;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('ringside') ? 'ringside' : false),
  });

  constructor(errors: ErrorTexts) {
    this.#errors = errors;
  }

  /** Accepts the connection of a program. It receives the state, then every change, and may send actions. */
  open(upgrade: Upgrade, access: RemoteAccess): void {
    const language = languageOf(upgrade.request);
    upgrade.accept(this.#server, (ws) => {
      const paced = new ThrottledSocket(ws, PACE, (data) => receive(parseJson(String(data))));
      const send = (message: ToProgram) => paced.send(textOf(message));
      let subscription: RemoteSubscription | null = null;
      try {
        subscription = access.watch(peerOf(ws, send));
      } catch (error) {
        ws.close(closeCode(problemOf(error, this.#errors)));
        return;
      }
      ws.on('close', () => subscription?.leave());

      const refuse = (id: number | null, problem: Problem) =>
        send({ type: 'refused', id, error: errorOf(problem, language, this.#errors) });
      const receive = async (raw: unknown): Promise<void> => {
        const message = fromProgramSchema.safeParse(raw);
        if (!message.success) {
          const field = message.error.issues[0]?.path.map(String).join('.') ?? '';
          refuse(idOf(raw), { code: 'invalid', params: { field } });
        } else if (message.data.type === 'resync') subscription?.resync();
        else {
          const { id, type: _, ...request } = message.data;
          try {
            const result = await access.act({ ...request, params: request.params ?? {} });
            send({ type: 'done', id, result });
          } catch (error) {
            refuse(id, problemOf(error, this.#errors));
          }
        }
      };
    });
  }

  close(): void {
    for (const ws of this.#server.clients) ws.terminate();
    this.#server.close();
  }
}

function peerOf(ws: WebSocket, send: (message: ToProgram) => void): RemotePeer {
  return {
    get backlog() {
      return ws.bufferedAmount;
    },
    send,
    revoked: () => ws.close(closeCodes.signedOut),
    drop: () => ws.terminate(),
  };
}

const closeCode = ({ code }: Problem): number =>
  code === 'remote.token' ? closeCodes.signedOut : closeCodes.tooManyScreens;

const texts = new WeakMap<ToProgram, string>();

/** Serialises a message once for all programs. */
function textOf(message: ToProgram): string {
  const text = texts.get(message) ?? JSON.stringify(message);
  texts.set(message, text);
  return text;
}

/** Reads the id of an invalid message, so that the program can match the answer. */
function idOf(raw: unknown): number | null {
  const parsed = z.object({ id: z.number().int() }).safeParse(raw);
  return parsed.success ? parsed.data.id : null;
}
