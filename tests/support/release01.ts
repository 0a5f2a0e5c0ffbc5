import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { temporaryFolder } from './ringside.ts';

/**
 * Data that version 0.1.0 itself wrote, and what its screens showed of it:
 *
 * - `host`: `npm start` of one host. One show ended, and the server was killed in a round of the second.
 * - `operator`: a server with accounts on the embedded database, its backup, and the show of a host.
 * - `desktop`: the desktop app with settings, a show and a link.
 */
const archives = join(import.meta.dirname, 'release01');

const account = z.object({ email: z.string(), password: z.string() });

const shownSchema = z.object({
  shows: z.array(
    z.object({
      show: z.looseObject({ showId: z.string(), username: z.string(), endedAt: z.number() }),
      report: z.looseObject({}),
      rows: z.array(z.looseObject({ rowId: z.number(), target: z.string() })),
      audit: z.array(z.looseObject({})),
    }),
  ),
  presets: z.array(z.looseObject({ name: z.string() })),
  links: z.array(z.looseObject({ name: z.string(), url: z.string(), options: z.looseObject({}) })),
  accounts: z.object({ admin: account, mika: account }).optional(),
});
export type Shown = z.infer<typeof shownSchema>;

const desktopSchema = z.object({
  shows: z.array(z.looseObject({ showId: z.string(), gifts: z.number(), diamonds: z.number() })),
  link: z.looseObject({ url: z.string() }),
});

/** Unpacks an archive into a new folder, which the caller deletes. */
function unpack(name: string): string {
  const folder = temporaryFolder();
  const archive = brotliDecompressSync(readFileSync(join(archives, `${name}.tar.br`)));
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return folder;
}

interface Unpacked<Truth> {
  folder: string;
  /** The data folder of the server or the app, in `folder`. */
  dataDir: string;
  truth: Truth;
}

/** The data of a server, and what version 0.1.0 showed of it. */
export function serverOf01(name: 'host' | 'operator'): Unpacked<Shown> {
  const folder = unpack(name);
  return { folder, dataDir: join(folder, 'data'), truth: shownSchema.parse(truthOf(folder)) };
}

/** The data of the desktop app, and what version 0.1.0 showed of it. */
export function desktopOf01(): Unpacked<z.infer<typeof desktopSchema>> {
  const folder = unpack('desktop');
  return { folder, dataDir: join(folder, 'data'), truth: desktopSchema.parse(truthOf(folder)) };
}

function truthOf(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
}
