import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { unguarded } from '#backstage/sources/outbound.ts';
import { Handover, type Leaving } from '#server/cluster/handover.ts';
import { JoinedRooms } from '#server/cluster/joinedRooms.ts';
import { atEnd, linesTo } from '../backstage/setup.ts';

const [line] = linesTo({ webUrl: 'http://room.test', wsUrl: 'ws://room.test' });
if (line === undefined) throw new Error('no line');
const leaving: Leaving = { key: 'mika', room: { line, username: 'mika' } };

/** A node that answers calls with these states in turn, and with the last one from then on. */
async function node(id: string, answers: { join: number[] }) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const isJoin = request.url === '/node/join';
    calls.push(request.url ?? '');
    const status = isJoin ? (answers.join.length > 1 ? answers.join.shift() : answers.join[0]) : 204;
    response.writeHead(status ?? 500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { id, calls, address: `http://127.0.0.1:${port}` };
}

/** Hands one show over, to nodes that have `shows` already. Returns which shows were closed and resumed on this node. */
async function handOver(nodes: readonly { id: string; address: string; shows: number }[]) {
  const resumed: string[] = [];
  const closed: string[] = [];
  const handover = new Handover({
    secret: 'a-secret-of-all-nodes-of-32-bytes',
    node: () => ({
      successors: async () => nodes.map((each) => ({ ...each })),
      fence: { node: 'here', epoch: 1 },
      takeFrom: async () => false,
    }),
    joined: new JoinedRooms(),
    outboundOf: () => unguarded,
    resume: (hosts) => void resumed.push(...hosts),
    onFault: () => undefined,
  });
  await handover.handOver([leaving], async (key, give) => {
    closed.push(key);
    await give(leaving.room);
  });
  return { closed, resumed };
}

describe('a handover', () => {
  it('asks the next node when one is too slow to join the room, so that the show moves without a gap', async () => {
    const busy = await node('busy', { join: [503] });
    const free = await node('free', { join: [204] });
    const moved = await handOver([
      { ...busy, shows: 0 },
      { ...free, shows: 1 },
    ]);
    expect(free.calls).toEqual(['/node/join', '/node/take']);
    expect(busy.calls).not.toContain('/node/take');
    expect(moved).toEqual({ closed: ['mika'], resumed: [] });
  });

  it('asks the only other node again before a show moves with a gap', async () => {
    const other = await node('other', { join: [503, 503, 204] });
    await handOver([{ ...other, shows: 0 }]);
    expect(other.calls).toEqual(['/node/join', '/node/join', '/node/join', '/node/take']);
  });

  it('moves a show whose room nobody can join, and keeps one if no node answers', async () => {
    const other = await node('other', { join: [409] });
    expect(await handOver([{ ...other, shows: 0 }])).toEqual({ closed: ['mika'], resumed: [] });
    // The platform would hear the same question again.
    expect(other.calls).toEqual(['/node/join', '/node/take']);
    // Nothing listens on this port.
    const gone = { id: 'gone', address: 'http://127.0.0.1:9', shows: 0 };
    expect(await handOver([gone])).toEqual({ closed: [], resumed: [] });
  });
});
