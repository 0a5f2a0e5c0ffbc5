import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presetFields as fields } from '#tests/support/presetFields.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const text = readFileSync(join(root, 'docs', 'rules.md'), 'utf8');

/** The cells of the table under a heading, by line. */
function table(heading: string): string[][] {
  const part = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = part.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const rows = table('Fields').map(([rule = '', field = '', fallback = '', limits = '', proof = '']) => ({
  rule,
  field: field.replaceAll('`', ''),
  fallback,
  limits,
  proof,
}));

/** The text for a default value in the table. */
function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? `\`${value}\`` : String(value);
}

describe('table of the rules', () => {
  it('names every field of a preset exactly once', () => {
    expect(rows.map(({ field }) => field).sort()).toEqual(fields.map(({ path }) => path).sort());
    expect(rows.length).toBeGreaterThan(40);
  });

  it('states the actual defaults and limits', () => {
    for (const { path, fallback, limits, options } of fields) {
      const row = rows.find(({ field }) => field === path);
      const plain = typeof fallback === 'number' || typeof fallback === 'boolean' || (fallback ?? '') !== '';
      if (plain && typeof fallback !== 'object') {
        expect(row?.fallback.split(' ')[0], path).toBe(written(fallback));
      }
      if (limits !== null) {
        const [least, most] = limits.map((limit) => limit.toLocaleString('en'));
        expect(row?.limits, path).toMatch(new RegExp(`^${least}-${most}\\b`));
      }
      for (const option of options) expect(row?.limits, path).toContain(written(option));
    }
  });

  it('names an existing test for each rule', () => {
    const proofs = [
      ...rows.map(({ proof }) => proof),
      ...table('Rules without a field').map(([, proof = '']) => proof),
    ];
    expect(proofs.length).toBeGreaterThan(60);
    for (const proof of proofs) {
      const [, file = '', title = ''] = /^`([\w/-]+)`: (.+)$/.exec(proof) ?? [];
      const path = join(root, 'tests', 'unit', file.includes('/') ? '' : 'game', `${file}.test.ts`);
      expect(existsSync(path), proof).toBe(true);
      expect(readFileSync(path, 'utf8'), proof).toContain(`it('${title}'`);
    }
  });
});
