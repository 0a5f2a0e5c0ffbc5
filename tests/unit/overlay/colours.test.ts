import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedVariables } from '#tests/support/themingDocs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Art, the sample's drawn people, and the colours of chroma keys. Their pages of docs say so. */
const art = /^overlay\/(art|effects|packs|skins|sample)\//;
const tokens = 'overlay/styles/themes.css';
/** A colour that is written out. `transparent`, `currentColor` and colours of variables are none. */
const colour =
  /#[0-9a-f]{3,8}\b(?!["']?\s*\))|\b(?:rgb|hsl)a?\((?!var)|:[^;{}]*(?<![-\w])(?:white|black|red|gold)(?![-\w])[^;{}]*;/gi;

function coloursIn(css: string): string[] {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(colour) ?? [];
}

describe('colours of the overlays', () => {
  it('are written in the themes alone', () => {
    const files = globSync('overlay/**/*.css', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
    const checked = files.filter((file) => file !== tokens && !art.test(file));
    expect(checked.length).toBeGreaterThan(18);
    for (const file of checked) expect({ file, found: coloursIn(read(file)) }).toEqual({ file, found: [] });
  });

  it('are not written in scripts, but for the key colours of the workbench', () => {
    const files = globSync('overlay/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
    for (const file of files.filter((each) => !art.test(each))) {
      const found = read(file).match(/["'`]#[0-9a-f]{3,8}["'`]/gi) ?? [];
      expect({ file, found }).toEqual({
        file,
        found: file === 'overlay/workbench/workbench.ts' ? ["'#00ff00'", "'#ff00ff'"] : [],
      });
    }
  });

  it('are detected by this rule', () => {
    expect(
      coloursIn('a { color: #fff; } b { border: 1px solid rgba(0, 0, 0, 0.4); } i { color: white; }'),
    ).toHaveLength(3);
    expect(coloursIn('a { color: var(--ink); background: rgba(var(--accent-rgb), 0.4) url("#x"); }')).toEqual(
      [],
    );
  });

  it.each(['en', 'ja', 'zh_CN'])('are all documented in %s', (language) => {
    const declared = new Set(read(tokens).match(/(?<=^ {2})--[a-z-]+(?=:)/gm));
    // What the page or the host derives from others, and lengths of one theme.
    for (const own of ['--own-attacker', '--own-defender', '--stroke', '--slant']) declared.delete(own);
    const documented = documentedVariables(language);
    expect([...declared].filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('have the same variables in all languages', () => {
    expect(documentedVariables('ja')).toEqual(documentedVariables('en'));
    expect(documentedVariables('zh_CN')).toEqual(documentedVariables('en'));
  });

  it('use no variable that is neither documented nor local to a widget', () => {
    const documented = documentedVariables('en');
    const css = globSync('overlay/{widgets,ui,workbench}/**/*.css', { cwd: root })
      .map((file) => read(file))
      .join('\n');
    const used = new Set(css.match(/(?<=var\()--[a-z-]+/g));
    const set = new Set(css.match(/--[a-z-]+(?=:)/g));
    const byScripts = [
      '--rows',
      '--share',
      '--columns',
      '--x',
      '--y',
      '--u',
      '--width',
      '--height',
      '--ease',
    ];
    const unknown = [...used].filter(
      (name) => !documented.includes(name) && !set.has(name) && !byScripts.includes(name),
    );
    expect(unknown).toEqual([]);
  });
});
