import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '#tests/support/freePort.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { until } from '#tests/support/until.ts';

let ringside: RunningRingside | null = null;
afterEach(() => ringside?.stop());

const healthSchema = z.object({ data: z.object({ counting: z.boolean() }) });

async function isCounting(url: string): Promise<boolean> {
  const answer = await fetch(new URL('api/health', url)).catch(() => null);
  return answer?.status === 200 && healthSchema.parse(await answer.json()).data.counting;
}

/** Starts a server that fails on SIGUSR2, with a counting show. */
async function startCounting() {
  const preload = join(import.meta.dirname, 'support/faultOnSignal.ts');
  const running = await startRingside({
    // The server uses the port again after its restart.
    env: { PORT: String(await freePort()), NODE_OPTIONS: `--import ${preload}` },
  });
  ringside = running;
  const screen = await joinAsScreen(running.url);
  await screen.call('rehearsal.open', { size: 'small', locale: 'en' });
  await screen.call('session.act', { action: 'start' });
  expect(await isCounting(running.url)).toBe(true);
  return { running, screen };
}

describe('a fault outside of all backstages', () => {
  it('restarts the server in the same process with its show, if it has run for an hour', async () => {
    const { running, screen } = await startCounting();
    const { url } = running;

    running.process.kill('SIGUSR2');
    await screen.closed;
    await until(() => isCounting(url), 'the show to go on');
    expect(running.process.exitCode).toBeNull();
    expect(running.output()).toContain('a fault of the server');
    expect(running.output()).toContain('Ringside restarts because of a fault.');
    const back = await joinAsScreen(url);
    expect((await back.call('show.list', {})).shows).toHaveLength(1);
    back.close();
  });

  it('restarts the server also if nobody reads its output any more', async () => {
    const { running, screen } = await startCounting();
    const { url, process } = running;
    process.stdout?.destroy();
    process.stderr?.destroy();

    process.kill('SIGUSR2');
    await screen.closed;
    await until(() => isCounting(url), 'the show to go on');
    expect(process.exitCode).toBeNull();
  });
});
