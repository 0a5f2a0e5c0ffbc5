import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import type { Problem } from '#shared/contract/error.ts';
import { mount } from './mount.tsx';

function Said({ problem }: { problem: Problem }) {
  return <p role="status">{useProblemText()(problem)}</p>;
}

async function said(problem: Problem): Promise<string> {
  await mount(<Said problem={problem} />);
  return screen.getByRole('status').textContent;
}

describe('numbers in texts', () => {
  it('have thousands separators', async () => {
    const text = await said({ code: 'preset.tooMuch', params: { limit: 12_345 } });
    expect(text).toContain('the 12,345 KB that');
  });

  it('have a plural and separators if they count something', async () => {
    const text = await said({
      code: 'show.uncounted',
      params: { count: 1_200, last: 'Rose ×1', place: 'x' },
    });
    expect(text).toContain('1,200 of the messages');
  });

  it('have no separators if they identify something', async () => {
    const text = await said({ code: 'overlay.portTaken', params: { port: 21_300 } });
    expect(text).toContain('port 21300,');
  });
});
