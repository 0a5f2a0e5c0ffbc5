import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variables of custom CSS in the tables of a language's page about the look of widgets. */
export function documentedVariables(language: string): string[] {
  const page = readFileSync(
    join(import.meta.dirname, '..', '..', 'docs', 'host', language, 'theming.md'),
    'utf8',
  );
  const cells = page
    .split('\n')
    .flatMap((line) => (line.startsWith('| `--') ? [line.split('|')[1] ?? ''] : []));
  return cells.flatMap((cell) => cell.match(/--[a-z-]+/g) ?? []);
}
