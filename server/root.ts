import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The project's folder. The server runs from `server/`, or from `dist/server/` if it is bundled. */
export const root = dirname(findPackageJSON('.', import.meta.url) ?? import.meta.dirname);
