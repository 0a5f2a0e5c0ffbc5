import { join } from 'node:path';
import { ensureWebBuild } from '#server/builds.ts';

const root = join(import.meta.dirname, '..', '..');

/** The folder with the built overlay pages, built first if the sources have changed. */
export async function overlayPages(): Promise<string> {
  await ensureWebBuild(root, () => undefined);
  return join(root, 'dist', 'overlay');
}
