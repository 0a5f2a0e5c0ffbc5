import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The project's folder. The server runs from `server/`, or from `dist/server/` if it is bundled. */
export const root = dirname(findPackageJSON('.', import.meta.url) ?? import.meta.dirname);

const packageSchema = z.object({ version: z.string() });

/** The version in package.json, such as 1.2.3. */
export const versionOfProject = (): string =>
  packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
