import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openServerLog } from '#server/logs/serverLog.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const openLog = (now: () => Date) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-log-'));
  folders.push(folder);
  return { folder, log: openServerLog(folder, now) };
};
const lineSchema = z.object({ level: z.string(), at: z.iso.datetime(), msg: z.string() });

describe('the log of the server', () => {
  it('has a line of JSON for each entry, with its time and without secrets', async () => {
    const { folder, log } = openLog(() => new Date('2026-11-21T08:00:00Z'));
    const secrets = { token: 'secret-1', password: 'secret-2', email: 'secret-3' };
    log.logger.info({ path: '/user/signin', ...secrets, headers: { authorization: 'secret-4' } }, 'call');
    const error = new Error('Failed query: select secret-5', { cause: new Error('refused') });
    log.logger.error({ err: error }, 'fault');
    await log.close();
    const text = readFileSync(join(folder, 'requests-2026-11-21.jsonl'), 'utf8');
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => lineSchema.parse(JSON.parse(line)))).toMatchObject([
      { level: 'info', at: '2026-11-21T08:00:00.000Z', msg: 'call' },
      { level: 'error', msg: 'fault' },
    ]);
    expect(text).toContain('"path":"/user/signin"');
    expect(text).toContain('Error: refused');
    expect(text).not.toMatch(/secret-\d/);
  });

  it('has a file a day, and keeps those of a fortnight before', async () => {
    const { folder, log } = openLog(() => new Date('2026-01-20T08:00:00Z'));
    const nameOf = (day: number) => `requests-2026-01-${String(day).padStart(2, '0')}.jsonl`;
    for (let day = 1; day < 20; day += 1) writeFileSync(join(folder, nameOf(day)), '');
    log.logger.info('call');
    await log.close();
    expect(readdirSync(folder).sort()).toEqual(Array.from({ length: 15 }, (_, index) => nameOf(6 + index)));
  });
});
