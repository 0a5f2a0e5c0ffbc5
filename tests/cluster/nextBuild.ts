import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureServerBuild, ensureWebBuild } from '#server/builds.ts';
import { root } from '#server/root.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';

const COPIED = ['server', 'backstage', 'shared', 'locales', 'renderer', 'overlay'] as const;
const CONFIGS = ['vite.config.ts', 'vite.overlay.config.ts', 'vite.server.config.ts'] as const;
const packageSchema = z.looseObject({ version: z.string() });

/** A copy of this project with a newer version, as an operator installs it. Only its number differs. */
export interface NextBuild {
  root: string;
  version: string;
  remove(): void;
}

export async function makeNextBuild(): Promise<NextBuild> {
  const say = () => undefined;
  await ensureWebBuild(root, say);
  const bundle = await ensureServerBuild(root, say);
  const copy = temporaryFolder();
  for (const name of [...COPIED, ...CONFIGS]) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const content = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const [major = '0', minor = '0'] = content.version.split('.');
  const version = `${major}.${Number(minor) + 1}.0`;
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...content, version }));
  // The sources are the same, so their output is copied instead of built again.
  const copyOf = (from: string, to: string) => cpSync(from, join(copy, to), { recursive: true });
  await ensureWebBuild(copy, say, async () => {
    for (const name of ['dist/renderer', 'dist/overlay']) copyOf(join(root, name), name);
  });
  await ensureServerBuild(copy, say, async (_root, build) => {
    mkdirSync(join(copy, 'dist/server'), { recursive: true });
    copyOf(join(bundle, '..'), `dist/server/${build}`);
  });
  if (existsSync(join(root, 'dist/database'))) copyOf(join(root, 'dist/database'), 'dist/database');
  return { root: copy, version, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
