import { join } from 'node:path';
import { openBackstage } from '#backstage/openBackstage.ts';
import { readConfig } from '#server/config.ts';

/** Delay between two starts. Shows that start together would do their periodic work at the same moments. */
const APART_MS = 97;

/** Runs a number of rehearsals in this process, each in its own backstage, as load beside the API. */
export async function runShows(dataDir: string, count: number): Promise<void> {
  const { lines } = readConfig({}, dataDir);
  for (let number = 0; number < count; number += 1) {
    const folder = join(dataDir, 'hosted', String(number));
    const backstage = await openBackstage({ dataDir: folder, build: 'test', lines, log: () => undefined });
    const screen = backstage.connect({ by: `bench${number}`, send: () => undefined });
    const ask = async (id: number, call: string, args: object) => {
      const response = await screen.request({ id, call, args });
      if (!response.ok) throw new Error(`${call}: ${JSON.stringify(response)}`);
    };
    await ask(1, 'rehearsal.open', { size: 'normal', locale: 'ja' });
    await ask(2, 'session.act', { action: 'start' });
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
  }
}
