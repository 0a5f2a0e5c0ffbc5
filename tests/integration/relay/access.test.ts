import { expect, it } from 'vitest';
import { signedInUser } from '#server/relay/serveRelay.ts';
import { api } from '#shared/contract/api/index.ts';
import { backstage, simulator } from '../backstage/setup.ts';
import { startServer } from '../server/support/harness.ts';
import { linesBy, startRelay } from './relayServer.ts';

it('a relay refuses users who are not signed in or have signed out', async () => {
  const server = await startServer();
  try {
    const sim = await simulator();
    const relay = await startRelay(sim, { authorise: signedInUser(server.api.services) });
    const { token } = await server.join();
    const wanted = { username: sim.username, lineId: 'line2' } as const;

    const host = await backstage({ lines: linesBy(sim, relay, token) });
    await host.screen.call('room.open', wanted);
    await host.screen.live();
    const stranger = await backstage({ lines: linesBy(sim, relay, 'A'.repeat(43)) });
    expect(await stranger.screen.refusal('room.open', wanted)).toBe('room.relayRefused');

    await server.client.call(api.account.signout, { token });
    const gone = await backstage({ lines: linesBy(sim, relay, token) });
    expect(await gone.screen.refusal('room.open', wanted)).toBe('room.relayRefused');
    // The running show stays connected.
    expect(host.screen.connection?.phase).toBe('live');
  } finally {
    await server.close();
  }
});
