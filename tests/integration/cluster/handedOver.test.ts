import { expect, it, vi } from 'vitest';
import { openBackstage } from '#backstage/openBackstage.ts';
import { Hosting } from '#server/hosting/hosting.ts';
import { atEnd, linesTo, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';
import { TestScreen } from '../backstage/testScreen.ts';

it('a server that hands a show over ends the connections of its windows, which then follow the show', async () => {
  const sim = await simulator();
  const hosting = new Hosting({
    dataDir: temporaryFolder(),
    onFault: (error) => {
      throw error;
    },
    open: (dataDir) => openBackstage({ build: 'test', lines: linesTo(sim), log: () => {}, dataDir }),
  });
  atEnd(() => hosting.close());
  const lease = await hosting.acquire({ kind: 'host', key: 'mika' });
  if (lease === null) throw new Error('the server is full');
  const screen = new TestScreen(lease.backstage);
  await screen.subscribe();
  await startShow(screen, sim);
  const end = vi.fn();
  lease.backstage.connect({ by: 'window', send: () => {}, end });
  const give = vi.fn(async () => undefined);
  await hosting.handOver('mika', give);
  expect(give).toHaveBeenCalledOnce();
  expect(end).toHaveBeenCalledOnce();
});
