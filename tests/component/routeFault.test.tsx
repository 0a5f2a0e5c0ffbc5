import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RouteFault } from '#renderer/app/RouteFault.tsx';
import { PageContext } from '#renderer/data/hooks.ts';
import { isOutdated } from '#renderer/data/platform/webReload.ts';
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

describe('a page that asks the server for its build', () => {
  afterEach(() => vi.restoreAllMocks());

  it('gives up on a server that accepts the request and never answers', async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    vi.spyOn(window, 'fetch').mockImplementation(
      (_url, options) =>
        new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('too late')));
        }),
    );
    const script = document.createElement('script');
    script.setAttribute('type', 'module');
    script.setAttribute('src', '/assets/app-1.js');
    document.head.append(script);
    const outdated = isOutdated(window);
    limit.abort();
    expect(await outdated).toBe(false);
    expect(timeout).toHaveBeenCalledExactlyOnceWith(5000);
    script.remove();
  });
});
