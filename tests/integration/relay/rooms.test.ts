import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { RELAY_PATH } from '#shared/contract/relay.ts';
import { atEnd, backstage, simulator } from '../backstage/setup.ts';
import { linesBy, type RelayServer, startRelay } from './relayServer.ts';

/** Returns the HTTP status with which a relay refuses a user's socket for a room. */
async function refusalOf(relay: RelayServer, user: string, username: string): Promise<number | undefined> {
  const socket = new WebSocket(`${relay.url}${RELAY_PATH}?username=${username}`, {
    headers: { authorization: `Bearer ${user}` },
  });
  socket.on('error', () => undefined);
  atEnd(() => socket.terminate());
  const [, response] = await once(socket, 'unexpected-response');
  response.resume();
  return response.statusCode;
}

describe('the rooms of a relay', () => {
  it('are available to others although one user has requested more rooms than the limit', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim, { limits: { rooms: 5 } });
    for (let room = 0; room < 10; room += 1)
      expect(await refusalOf(relay, 'mallory', `nobody.${room}`)).toBe(503);
    const { screen } = await backstage({ lines: linesBy(sim, relay, 'aki') });
    await screen.call('room.open', { username: sim.username, lineId: 'line2' });
    await screen.live();
    // A watched room stays open, however many others are requested.
    for (let room = 0; room < 10; room += 1)
      expect(await refusalOf(relay, 'trudy', `nobody.${room}`)).toBe(503);
    expect(screen.connection?.phase).toBe('live');
    expect(relay.upstream()).toBe(1);
  });

  it('are rate limited for a user who opens and leaves one after another', async () => {
    const sim = await simulator();
    const relay = await startRelay(sim);
    const statuses: (number | undefined)[] = [];
    for (let room = 0; room < 40; room += 1)
      statuses.push(await refusalOf(relay, 'mallory', `nobody.${room}`));
    expect(statuses.at(0)).toBe(503);
    expect(statuses.at(-1)).toBe(429);
    expect(await refusalOf(relay, 'aki', 'nobody.here')).toBe(503);
  });
});
