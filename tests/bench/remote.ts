import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { openBackstage } from '#backstage/openBackstage.ts';
import { createApp } from '#server/app.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import { actionResultSchema } from '#shared/contract/remote/actions.ts';
import { createState, fold } from '#shared/game/fold.ts';
import { restore, unpackSnapshot } from '#shared/game/serialise.ts';
import { linesTo } from '#tests/integration/backstage/fixtures.ts';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { percentile } from './statistics.ts';

const PER_SECOND = 50;
const SECONDS = 10;
const WARM_UP = 50;

/**
 * Measures the time from the request of an action over the remote API to the folded state on a screen, at 50 actions a
 * second on loopback, while a program follows the changes over a WebSocket.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-bench-remote-'));
  const simulator = await startSimulator({ script: 'empty' });
  const backstage = await openBackstage({
    dataDir,
    build: 'bench',
    lines: linesTo(simulator),
    log: () => {},
  });
  const app = await createApp({
    backstage,
    trust: { publicHost: null, listenHost: '127.0.0.1' },
    webDir: join(dataDir, 'pages'),
    build: 'bench',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    backstage.remote.serveAt(`${url}/remote/v1`);
    const screen = await joinAsScreen(url);
    const anchors = ['a', 'b'].map((id) => ({ id, nickname: id }));
    const preset = presetDraftSchema.parse({ name: 'Bench', mode: 'battle', anchors });
    const saved = await screen.call('presets.save', { preset });
    await screen.call('session.choosePreset', { presetId: saved.preset.id });
    const { snapshot } = await screen.call('show.subscribe', {});
    const { token } = await screen.call('remotes.create', { name: 'Bench', scope: 'steer' });
    const headers = { authorization: `Bearer ${token}` };
    const program = new WebSocket(`ws://${new URL(url).host}/remote/v1/socket`, { headers });
    let changes = 0;
    program.on('message', () => {
      changes += 1;
    });

    const state = snapshot === null ? createState() : restore(unpackSnapshot(snapshot));
    /** When the screen had folded each input, by its number. */
    const folded = new Map<number, number>();
    const waiting = new Map<number, ((at: number) => void)[]>();
    void screen.push((push) => {
      if (push.push !== 'inputs') return false;
      for (const { seq, input } of push.inputs) {
        if (seq <= state.seq) continue;
        fold(state, seq, input);
        folded.set(seq, performance.now());
        for (const resolve of waiting.get(seq) ?? []) resolve(performance.now());
      }
      return false;
    });
    const onScreen = (seq: number): Promise<number> => {
      const at = folded.get(seq);
      if (at !== undefined) return Promise.resolve(at);
      return new Promise((resolve) => waiting.set(seq, [...(waiting.get(seq) ?? []), resolve]));
    };

    const act = (on: boolean): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = request(
          `${url}/remote/v1/actions/bindings.suspend`,
          { agent, method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
          (response) => {
            let body = '';
            response.on('data', (chunk) => {
              body += String(chunk);
            });
            response.on('end', () => {
              const { seq } = actionResultSchema.parse(JSON.parse(body));
              if (response.statusCode === 200 && seq !== null) resolve(seq);
              else reject(new Error(`the action answered ${response.statusCode}: ${body}`));
            });
          },
        );
        sent.on('error', reject);
        sent.end(JSON.stringify({ on }));
      });

    const begin = performance.now() + 100;
    const runs = Array.from({ length: WARM_UP + PER_SECOND * SECONDS }, async (_, index) => {
      const due = begin + (index * 1000) / PER_SECOND;
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      const seq = await act(index % 2 === 0);
      return (await onScreen(seq)) - due;
    });
    // The same command from the screen itself, for comparison.
    const calls = Array.from({ length: WARM_UP + PER_SECOND * SECONDS }, async (_, index) => {
      const due = begin + ((index + 0.5) * 1000) / PER_SECOND;
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      await screen.call('bindings.suspend', { on: index % 2 === 0 });
      return performance.now() - due;
    });
    const latencies = (await Promise.all(runs)).slice(WARM_UP);
    const baseline = (await Promise.all(calls)).slice(WARM_UP);
    program.terminate();
    screen.close();
    return {
      'remote.screen.p50Ms': percentile(latencies, 0.5),
      'remote.screen.p99Ms': percentile(latencies, 0.99),
      'remote.call.p99Ms': percentile(baseline, 0.99),
      'remote.screen.ratio': percentile(latencies, 0.5) / percentile(baseline, 0.5),
      'remote.changes.perSecond': changes / SECONDS,
    };
  } finally {
    agent.destroy();
    await app.close();
    await backstage.close();
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
