import { describe, expect, it } from 'vitest';
import { primaryNames, surfaceNames } from '#renderer/data/stores/settings.ts';
import { choiceCss, themeName } from '#renderer/kit/theme/theme.ts';
import { presets, themeSheets, tokensCss } from '#renderer/kit/theme/themeSheets.ts';

/** The effective values of a style sheet, by selector and variable. */
function valuesOf(css: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    for (const selector of selectors.split(',').filter((each) => each !== ':host')) {
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):([^;]*);?/g)) {
        values.set(`${selector.trim()} ${name}`, value.trim());
      }
    }
  }
  return values;
}

describe('theme', () => {
  it('is aura for 0, lara for 1 and nora for any other value', () => {
    expect([0, 1, 2, 3, -1, 0.5, 99].map(themeName)).toEqual([
      'aura',
      'lara',
      'nora',
      'nora',
      'nora',
      'nora',
      'nora',
    ]);
  });

  it.each(['aura', 'lara', 'nora'] as const)(
    '%s defines its tokens for each primary colour and surface, light and dark',
    async (name) => {
      const own = tokensCss((await presets[name]()).default);
      const plain = valuesOf(own);
      expect(plain.get(':root --p-primary-500')).toBe('var(--p-sky-500)');
      for (const primary of primaryNames) {
        for (const surface of surfaceNames) {
          const values = valuesOf(own + choiceCss({ primary, surface }));
          expect(values.get(':root --p-primary-500')).toBe(`var(--p-${primary}-500)`);
          for (const where of [':root', '.dark-mode']) {
            expect(values.get(`${where} --p-surface-900`)).toBe(`var(--p-${surface}-900)`);
          }
          // The theme has both palettes, and the choice changes no other value.
          expect(values.has(`:root --p-${primary}-500`) && values.has(`:root --p-${surface}-900`)).toBe(true);
          const changed = [...values].filter(([variable, value]) => plain.get(variable) !== value);
          expect(changed.every(([variable]) => /--p-(primary|surface)-\d+$/.test(variable))).toBe(true);
        }
      }
      const kept = valuesOf(own + choiceCss({ primary: 'rose', surface: null }));
      expect(kept.get('.dark-mode --p-surface-900')).toBe(plain.get('.dark-mode --p-surface-900'));
    },
  );

  it('is a stylesheet that the build generates from its preset', async () => {
    const { resolveId, load } = themeSheets();
    const id = resolveId('./presets/nora.css', '/x/renderer/kit/theme/loadTheme.ts');
    expect(id).toBe('/x/renderer/kit/theme/presets/nora.css');
    expect(await load(id ?? '')).toContain('--p-primary-500');
    expect(resolveId('./other.css', '/x/renderer/kit/theme/loadTheme.ts')).toBeNull();
  });
});
