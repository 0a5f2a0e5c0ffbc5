import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openBackstage } from '#backstage/openBackstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { linesTo, presetOfTwo } from './fixtures.ts';
import { TestScreen } from './testScreen.ts';

/**
 * A backstage in its own process, whose file size the system can limit. Arguments: data folder, URLs of the platform's
 * web site and of its sockets, username. It performs one action for each message and answers when the action is done.
 */
const [dataDir = '', webUrl = '', wsUrl = '', username = ''] = process.argv.slice(2);
const wordSchema = z.enum(['begin', 'lineTwo', 'pause', 'untilFull', 'untilFree', 'look', 'close']);

try {
  const backstage = await openBackstage({ dataDir, build: 'child', lines: linesTo({ webUrl, wsUrl }) });
  const screen = new TestScreen(backstage);
  await screen.subscribe();
  const deeds: Record<z.infer<typeof wordSchema>, () => Promise<unknown>> = {
    begin: async () => {
      const { presets } = await screen.call('presets.list', {});
      const preset = presets[0] ?? (await screen.call('presets.save', { preset: presetOfTwo })).preset;
      await screen.call('session.choosePreset', { presetId: preset.id });
      await screen.call('room.open', { username, lineId: 'line1' });
      await screen.call('session.act', { action: 'start' });
    },
    lineTwo: () => screen.call('room.open', { username, lineId: 'line2' }),
    pause: () => screen.call('session.act', { action: 'pause' }),
    untilFull: () => screen.until(() => screen.notices.has('storage.full')),
    untilFree: () => screen.until(() => !screen.notices.has('storage.full')),
    look: () => screen.subscribe(),
    close: () => backstage.close(),
  };
  process.on('disconnect', () => process.exit(1));
  process.on('message', (message) => {
    const word = wordSchema.parse(message);
    deeds[word]().then(
      () => tell('ok'),
      (error: unknown) => tell(codeOf(error)),
    );
  });
  const tell = (said: string) =>
    process.send?.({
      said,
      notice: screen.notices.get('storage.full')?.code ?? '',
      gifts: screen.state.seen.count,
      status: screen.state.status,
      phase: screen.connection?.phase ?? '',
      lineId: screen.connection?.lineId ?? '',
      shows: showsIn(join(dataDir, 'shows')),
    });
  tell('open');
} catch (error) {
  process.send?.({ said: codeOf(error), notice: '', gifts: 0, status: '', phase: '', lineId: '', shows: 0 });
}

function codeOf(error: unknown): string {
  return error instanceof RingsideError ? error.problem.code : String(error);
}

function showsIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}
