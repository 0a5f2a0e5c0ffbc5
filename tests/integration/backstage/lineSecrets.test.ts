import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/contract/backstage.ts';
import type { Line } from '#shared/contract/connection.ts';
import { backstage, linesTo, nowhere, simulator, startShow, temporaryFolder } from './setup.ts';

const KEY = 'operators-own-signing-key';
const TOKEN = 'token-for-the-relay';

const withSecrets = (lines: Line[]): Line[] =>
  lines.map((line) => ({
    ...line,
    signUrl: 'https://sign.test/v1',
    signKey: KEY,
    relayUrl: 'wss://relay.test',
    relayToken: TOKEN,
  }));

async function settings(lines = withSecrets(nowhere)) {
  const { screen, dataDir } = await backstage({ lines });
  const stored = () => readFileSync(join(dataDir, 'lines.json'), 'utf8');
  const { lines: shown } = await screen.call('lines.list', {});
  const [first, second] = shown;
  if (first === undefined || second === undefined) throw new Error('there are two lines');
  return { screen, stored, first, second, dataDir };
}

describe('secrets of a line', () => {
  it('are in no push or response to a screen', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: withSecrets(linesTo(sim)) });
    await startShow(screen, sim);
    const { lines } = await screen.call('lines.list', {});
    await screen.call('lines.save', { lines, bothLines: true });
    const heard: unknown[] = [];
    for (const call of Object.keys(calls)) {
      for (const args of [{}, { lines }, { showId: screen.showId, limit: 10, filter: {} }]) {
        heard.push(await screen.request({ id: 1, call, args }));
      }
    }
    const said = JSON.stringify([heard, screen.pushes]);
    expect(said).not.toContain(KEY);
    expect(said).not.toContain(TOKEN);
    expect(lines).toMatchObject([
      { hasSignKey: true, hasRelayToken: true },
      { hasSignKey: true, hasRelayToken: true },
    ]);
  });

  it('are kept when a line is saved without touching them', async () => {
    const { screen, stored, first, second } = await settings();
    await screen.call('lines.save', { lines: [{ ...first, webUrl: 'https://other.test' }, second] });
    expect(stored()).toContain('https://other.test');
    expect(stored().split(KEY)).toHaveLength(3);
    expect(stored().split(TOKEN)).toHaveLength(3);
    expect((await screen.call('lines.list', {})).lines[0]).toMatchObject({ hasSignKey: true });
  });

  it('are deleted when their address changes, so that no other server receives them', async () => {
    const { screen, stored, first, second } = await settings();
    const moved = { ...first, signUrl: 'https://attacker.test/v1', relayUrl: 'ws://relay.test' };
    await screen.call('lines.save', { lines: [moved, { ...second, signUrl: 'https://sign.test/v2' }] });
    expect((await screen.call('lines.list', {})).lines).toMatchObject([
      { hasSignKey: false, hasRelayToken: false },
      { hasSignKey: true, hasRelayToken: true },
    ]);
    expect(stored().split(KEY)).toHaveLength(2);
    expect(stored().split(TOKEN)).toHaveLength(2);
  });

  it('can be replaced and removed', async () => {
    const { screen, stored, first, second } = await settings();
    const lines = [
      { ...first, signKey: 'another-key' },
      { ...second, signKey: '', relayToken: '' },
    ];
    await screen.call('lines.save', { lines });
    expect(stored()).toContain('another-key');
    expect(stored()).not.toContain(KEY);
    expect((await screen.call('lines.list', {})).lines).toMatchObject([
      { hasSignKey: true, hasRelayToken: true },
      { hasSignKey: false, hasRelayToken: false },
    ]);
  });

  it.each([
    [1, (lines: Line[]) => lines],
    [2, (lines: Line[]) => ({ lines, bothLines: false })],
    [3, (lines: Line[]) => ({ lines, bothLines: true })],
  ])('are read from the file of version %i', async (version, contentOf) => {
    const dataDir = temporaryFolder();
    const content = contentOf(withSecrets(nowhere));
    writeFileSync(join(dataDir, 'lines.json'), JSON.stringify({ version, content }));
    const { screen } = await backstage({ dataDir });
    expect((await screen.call('lines.list', {})).lines[1]).toMatchObject({
      signUrl: 'https://sign.test/v1',
      hasSignKey: true,
      hasRelayToken: true,
    });
  });
});
