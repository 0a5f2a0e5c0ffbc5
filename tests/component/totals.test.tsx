import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TotalVotes } from '#renderer/features/show/panels/ShowPanels.tsx';
import { battleInputs, gift, mountOnShow } from './showPage.tsx';

describe('the totals of a show', () => {
  it('say that the givers include those of before the start, whose gifts do not count', async () => {
    const [room, preset, start] = battleInputs();
    if (room === undefined || preset === undefined || start === undefined) throw new Error('no inputs');
    await mountOnShow(<TotalVotes />, [room, preset, gift('Ben', 30), start]);
    const partOf = (label: string) => screen.getByText(label).parentElement;
    expect(partOf('Gifts')?.textContent).toBe('Gifts0');
    expect(partOf('Not counted')?.textContent).toBe('Not counted30');
    const givers = partOf('Number of gift givers');
    expect(givers?.textContent).toBe('Number of gift givers1');
    expect(givers?.title).toContain('even before the start');
  });
});
