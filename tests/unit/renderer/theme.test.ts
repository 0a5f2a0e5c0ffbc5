import { describe, expect, it } from 'vitest';
import { loadPreset, themeName, tokensCss } from '#renderer/theme/theme.ts';

describe('the theme', () => {
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

  it.each([0, 1, 2])(
    '%s has its tokens in the main colour and the surfaces that are chosen',
    async (theme) => {
      const css = tokensCss(await loadPreset(theme), { primary: 'rose', surface: 'stone' });
      expect(css).toMatch(/--p-primary-500:\s*var\(--p-rose-500\)/);
      expect(css).toMatch(/--p-surface-900:\s*var\(--p-stone-900\)/);
      expect(css).toContain('.dark-mode');
    },
  );
});
