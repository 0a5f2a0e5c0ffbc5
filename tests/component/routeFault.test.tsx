import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { RouteFault } from '#renderer/app/RouteFault.tsx';
import { PageContext } from '#renderer/data/hooks.ts';
import { HandTimers } from '#tests/unit/renderer/handTimers.ts';
import { createPageParts, mount } from './mount.tsx';

/** A screen that could not be loaded, on a page whose server has another build or the same one. */
async function openFault({ outdated }: { outdated: boolean }) {
  const page = createPageParts({ timers: new HandTimers() });
  const reload = vi.fn();
  const platform = { ...page.platform, isOutdated: async () => outdated, reload };
  const { user } = await mount(
    <PageContext value={{ ...page, platform }}>
      <RouteFault />
    </PageContext>,
  );
  return { user, reload };
}

describe('a screen that could not be loaded', () => {
  it('is loaded with the page if the server has another build', async () => {
    const { reload } = await openFault({ outdated: true });
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what to do if the server has no other build, and does not reload by itself', async () => {
    const { user, reload } = await openFault({ outdated: false });
    await screen.findByText('This screen could not be opened');
    expect(reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
