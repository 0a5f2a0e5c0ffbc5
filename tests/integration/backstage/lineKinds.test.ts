import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultLines } from '#backstage/sources/lines.ts';
import type { Line } from '#shared/contract/connection.ts';
import { backstage, temporaryFolder } from './setup.ts';

const [auto, line2] = defaultLines({});
/** Line 1 as version 3 stored it when nobody had changed it. */
const untouched: Line = { ...auto, kind: 'direct' };

/** The kinds that a backstage shows of lines that version 3 stored. */
async function kindsOf(lines: Line[]): Promise<string[]> {
  const dataDir = temporaryFolder();
  writeFileSync(
    join(dataDir, 'lines.json'),
    JSON.stringify({ version: 3, content: { lines, bothLines: true } }),
  );
  const { screen } = await backstage({ dataDir });
  const stored = await screen.call('lines.list', {});
  expect(stored.bothLines).toBe(true);
  return stored.lines.map(({ kind }) => kind);
}

describe('kinds of lines of version 3', () => {
  it('make the untouched Line 1 automatic, and keep Line 2', async () => {
    expect(await kindsOf([untouched, line2])).toEqual(['auto', 'direct']);
  });

  it.each<[string, Partial<Line>]>([
    ['another kind', { kind: 'page' }],
    ['another web address', { webUrl: 'https://other.test' }],
    ['another socket address', { wsUrl: 'wss://other.test' }],
    ['a key', { signKey: 'key' }],
    ['a relay', { relayUrl: 'wss://relay.test' }],
    ['a token', { relayToken: 'token' }],
  ])('keep Line 1 with %s', async (_what, change) => {
    const line = { ...untouched, ...change };
    expect(await kindsOf([line, line2])).toEqual([line.kind, 'direct']);
  });
});
