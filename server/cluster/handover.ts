import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { LiveRoom } from '#backstage/api.ts';
import type { Outbound } from '#backstage/sources/outbound.ts';
import { lineSchema } from '#shared/contract/connection.ts';
import type { ClusterNode, Successor } from './clusterNode.ts';
import type { Fence } from './groupCommit.ts';
import { type JoinedRooms, LateJoinError } from './joinedRooms.ts';
import { SECRET_HEADER } from './passOn.ts';

const hostSchema = z.string().min(1).max(200);
const joinSchema = z.object({ host: hostSchema, username: z.string().min(1).max(200), line: lineSchema });
const takeSchema = z.object({
  host: hostSchema,
  from: z.object({ node: z.string(), epoch: z.number().int() }),
  isContinuous: z.boolean(),
});

/** The number of shows that are handed over at the same time. */
const AT_ONCE = 4;
/** Time limit (ms) for the answer of another node. It is longer than joining a room may take. */
const ANSWER_WITHIN_MS = 8000;
/** How often nodes that are too slow are asked to join a room before the show moves with a gap, or stays. */
const JOIN_ATTEMPTS = 3;
/** The status of an answer that would be the same at the next attempt. */
const REFUSED = 409;
const TOO_SLOW = 503;
/** How long (ms) after the start of a handover a room is tried again: a server that stops has a minute in all. */
const TRY_AGAIN_FOR_MS = 20_000;

export interface HandoverOptions {
  /** All nodes have the same one. */
  secret: string;
  /** Throws while this node has no lease. */
  node: () => Pick<ClusterNode, 'successors' | 'fence' | 'takeFrom'>;
  joined: JoinedRooms;
  outboundOf: (host: string) => Outbound;
  /** Continues the shows of these hosts, which belong to this node now. */
  resume: (hosts: string[]) => void;
  onFault: (error: unknown) => void;
}

/** A show that this node hands over. */
export interface Leaving {
  key: string;
  room: LiveRoom | null;
}

/** The node that takes a show over. If it has not joined the room, the show moves with a gap. */
interface Found {
  successor: Successor;
  hasJoined: boolean;
}

const isOk = (status: number): boolean => status < 300;

/** Closes a show, and calls `give` when everything is stored, with the room that was connected until then. */
export type CloseShow = (key: string, give: (room: LiveRoom | null) => Promise<void>) => Promise<void>;

/**
 * Hands shows over to other nodes without a gap. The next node joins the room and keeps what arrives. Then this node
 * stores everything that it has read and closes the show, and the next node continues it: what both have read counts
 * once by its message id.
 */
export class Handover {
  readonly #options: HandoverOptions;

  constructor(options: HandoverOptions) {
    this.#options = options;
  }

  /** Hands shows over. A show that no other node accepts goes on here. */
  async handOver(shows: readonly Leaving[], close: CloseShow): Promise<void> {
    const waiting = [...shows];
    const successors = await this.#options.node().successors();
    const tryAgainUntil = performance.now() + TRY_AGAIN_FOR_MS;
    const next = async () => {
      for (let show = waiting.shift(); show !== undefined; show = waiting.shift()) {
        const found = await this.#successorOf(show, successors, tryAgainUntil);
        if (found !== null) await this.#handOverTo(found, show, close).catch(this.#options.onFault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  /**
   * Finds a node for a show, if possible one that has joined its room. Asks the one with the fewest shows first. Null if
   * no node answers.
   */
  async #successorOf(
    { key: host, room }: Leaving,
    successors: Successor[],
    tryAgainUntil: number,
  ): Promise<Found | null> {
    let found: Found | null = null;
    for (let attempt = 0; attempt < JOIN_ATTEMPTS; attempt += 1) {
      if (attempt > 0 && performance.now() > tryAgainUntil) break;
      const [successor] = successors.sort((a, b) => a.shows - b.shows);
      if (successor === undefined) break;
      successor.shows += 1;
      if (room === null) return { successor, hasJoined: false };
      try {
        const status = await this.#ask(successor, 'join', { host, ...room });
        found = { successor, hasJoined: isOk(status) };
        if (status !== TOO_SLOW) break;
      } catch (error) {
        this.#options.onFault(error);
      }
    }
    return found;
  }

  async #handOverTo(
    { successor, hasJoined }: Found,
    { key: host, room }: Leaving,
    close: CloseShow,
  ): Promise<void> {
    const { fence } = this.#options.node();
    await close(host, async (connected) => {
      const isSameRoom = connected?.username === room?.username && connected?.line.id === room?.line.id;
      const isContinuous = hasJoined && isSameRoom;
      const status = await this.#ask(successor, 'take', { host, from: fence, isContinuous }).catch(
        (error: unknown) => {
          this.#options.onFault(error);
          return null;
        },
      );
      // The other node may have taken it although its answer is lost. Then this node cannot claim the host.
      if (status === null || !isOk(status)) this.#options.resume([host]);
    });
  }

  /** Returns the status of the answer. Rejects if there is none. */
  async #ask({ id, address }: Successor, what: 'join' | 'take', body: object): Promise<number> {
    const { ok, status } = await fetch(new URL(`/node/${what}`, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SECRET_HEADER]: this.#options.secret },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (!ok) this.#options.onFault(new Error(`the node ${id} answers ${status} to ${what}`));
    return status;
  }

  async join({ host, ...room }: z.output<typeof joinSchema>): Promise<void> {
    await this.#options.joined.join(host, room, this.#options.outboundOf(host));
  }

  /** Takes a show that another node has closed. Rejects if it is not that node's any more. */
  async take({
    host,
    from,
    isContinuous,
  }: {
    host: string;
    from: Fence;
    isContinuous: boolean;
  }): Promise<void> {
    const { joined, node, resume } = this.#options;
    if (!isContinuous) joined.drop(host);
    if (!(await node().takeFrom(host, from))) {
      joined.drop(host);
      throw new Error(`the host ${host} does not belong to the node ${from.node}`);
    }
    if (isContinuous) joined.confirm(host);
    resume([host]);
  }
}

/** Serves the calls of other nodes. `isNode` tells whether a request comes from one. */
export function serveHandover(
  app: FastifyInstance,
  handover: Handover,
  isNode: (request: FastifyRequest['raw']) => boolean,
): void {
  // Nothing of a stranger's body is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isNode(request.raw)) return reply.code(404).send();
  };
  const serve = <T>(path: string, schema: z.ZodType<T>, run: (body: T) => Promise<void>) =>
    app.post(path, { onRequest }, async (request, reply) => {
      const body = schema.safeParse(request.body);
      if (!body.success) return reply.code(400).send();
      try {
        await run(body.data);
      } catch (error) {
        return reply
          .code(error instanceof LateJoinError ? TOO_SLOW : REFUSED)
          .send({ reason: error instanceof Error ? error.message : '' });
      }
      return reply.code(204).send();
    });
  serve('/node/join', joinSchema, (body) => handover.join(body));
  serve('/node/take', takeSchema, (body) => handover.take(body));
}
