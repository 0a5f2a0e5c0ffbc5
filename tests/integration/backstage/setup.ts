import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Backstage } from '#backstage/api.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import type { BackstageOptions } from '#backstage/options.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { linesTo, presetOfTwo } from './fixtures.ts';
import { TestScreen } from './testScreen.ts';

/** Calls `run` after the current test. The newest call runs first. */
export function atEnd(run: () => unknown): void {
  onTestFinished(async () => {
    await run();
  });
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-backstage-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const nowhere = linesTo({ webUrl: 'http://127.0.0.1:1', wsUrl: 'ws://127.0.0.1:1' });

export async function simulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const started = await startSimulator({ script: 'empty', ...options });
  atEnd(() => started.close());
  return started;
}

/** Opens a backstage, by default on a new folder. Closes it after the test, unless the test has done so. */
export async function backstage(
  options: Partial<BackstageOptions> = {},
): Promise<Backstage & { dataDir: string; screen: TestScreen }> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const opened = await openBackstage({ build: 'test', lines: nowhere, log: () => {}, ...options, dataDir });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= opened.close();
    return closing;
  };
  atEnd(close);
  const screen = new TestScreen(opened);
  await screen.subscribe();
  return {
    connect: (client) => opened.connect(client),
    get busy() {
      return opened.busy;
    },
    onBusy: (listener) => opened.onBusy(listener),
    get vitals() {
      return opened.vitals;
    },
    get liveRoom() {
      return opened.liveRoom;
    },
    overlays: opened.overlays,
    remote: opened.remote,
    close,
    disconnect: () => opened.disconnect(),
    abandon: () => opened.abandon(),
    dataDir,
    screen,
  };
}

/** Starts a counting session with an open room, and a preset with the anchors a (Rose) and b (no gift). */
export async function startShow(screen: TestScreen, sim: Simulator): Promise<void> {
  const { preset } = await screen.call('presets.save', { preset: presetOfTwo });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username: ` @${sim.username} `, lineId: 'line1' });
  await sim.entered(1);
  await screen.call('session.act', { action: 'start' });
  await screen.until(() => screen.state.status === 'counting');
}

export { linesTo };
