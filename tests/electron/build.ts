import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { ensureWebBuild } from '#server/builds.ts';

export const root = join(import.meta.dirname, '..', '..');
const SOURCES = ['electron', 'backstage', 'shared', 'locales', 'vite.desktop.config.ts', 'package.json'];

let ensured: Promise<void> | null = null;

/** Builds the desktop app once, unless the build is newer than all sources. */
export function ensureDesktopBuild(): Promise<void> {
  ensured ??= buildWhenOld();
  return ensured;
}

async function buildWhenOld(): Promise<void> {
  await ensureWebBuild(root, () => undefined);
  const built = ['main.js', 'backstage.js', 'preload.cjs'].map((name) =>
    join(root, 'dist', 'electron', name),
  );
  const oldest = Math.min(...built.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)));
  if (oldest > Math.max(...SOURCES.map((source) => newest(join(root, source))))) return;
  const builder = await createBuilder({ configFile: join(root, 'vite.desktop.config.ts'), logLevel: 'warn' });
  await builder.buildApp();
}

function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
