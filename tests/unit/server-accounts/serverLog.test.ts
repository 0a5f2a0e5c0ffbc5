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

const openLog = (now: () => Date, options: { maxBytes?: number } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-log-'));
  folders.push(folder);
  return { folder, log: openServerLog(folder, now, options) };
};
const lineSchema = z.object({ level: z.string(), at: z.iso.datetime(), msg: z.string() });

describe('server log', () => {
  it('writes a line of JSON for each entry, with its time and without secrets', async () => {
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

  it('starts a file each day and keeps those of the last 14 days', async () => {
    const { folder, log } = openLog(() => new Date('2026-01-20T08:00:00Z'));
    const nameOf = (day: number) => `requests-2026-01-${String(day).padStart(2, '0')}.jsonl`;
    for (let day = 1; day < 20; day += 1) writeFileSync(join(folder, nameOf(day)), '');
    log.logger.info('call');
    await log.close();
    expect(readdirSync(folder).sort()).toEqual(Array.from({ length: 15 }, (_, index) => nameOf(6 + index)));
  });

  it('stops at the daily limit, says so once, and still logs errors', async () => {
    let day = '21';
    const { folder, log } = openLog(() => new Date(`2026-11-${day}T08:00:00Z`), { maxBytes: 2000 });
    for (let count = 0; count < 100; count += 1) log.logger.info('call');
    log.logger.error('fault');
    day = '22';
    log.logger.info('call');
    await log.close();
    const text = readFileSync(join(folder, 'requests-2026-11-21.jsonl'), 'utf8');
    expect(text.length).toBeLessThan(2200);
    expect(text.match(/log full until tomorrow/g)).toHaveLength(1);
    expect(text.trimEnd().split('\n').at(-1)).toContain('fault');
    expect(readFileSync(join(folder, 'requests-2026-11-22.jsonl'), 'utf8')).toContain('call');
  });

  it('writes again ten seconds after a write has failed', async () => {
    let seconds = 0;
    const { folder, log } = openLog(() => new Date(Date.UTC(2026, 10, 21, 8, 0, seconds)));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'not a folder');
    log.logger.info('lost');
    rmSync(folder);
    log.logger.info('lost too');
    seconds = 10;
    log.logger.info('written');
    await log.close();
    const text = readFileSync(join(folder, 'requests-2026-11-21.jsonl'), 'utf8');
    expect(text).toContain('written');
    expect(text).not.toContain('lost');
  });

  it('logs a hundred refused calls at once and one a second after them', () => {
    let seconds = 0;
    const { log } = openLog(() => new Date(Date.UTC(2026, 10, 21, 8, 0, seconds)));
    const admitted = () => Array.from({ length: 1000 }, () => log.admitsRefusal()).filter(Boolean).length;
    expect(admitted()).toBe(100);
    seconds = 5;
    expect(admitted()).toBe(5);
  });
});
