import { screen } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { ToastHost } from '#renderer/kit/ui/ToastHost.tsx';
import { mount } from './mount.tsx';

const saved = { severity: 'success' as const, summary: { key: 'message.saved' } };
const copied = { severity: 'success' as const, summary: { key: 'web.copied' } };
const locked = { severity: 'error' as const, summary: { key: 'api.signin.wait', params: { seconds: 30 } } };

async function toasts() {
  const { page, ...mounted } = await mount(<ToastHost />);
  const add = (...drafts: Parameters<ReturnType<typeof page.toasts.getState>['add']>[0][]) =>
    act(() => {
      for (const draft of drafts) page.toasts.getState().add(draft);
    });
  return { ...mounted, page, add };
}

describe('toast on screen', () => {
  it('is shown alone, with the number of waiting ones', async () => {
    const { add } = await toasts();
    add(saved, copied);
    expect(screen.getByRole('status').textContent).toContain('Saved');
    expect(screen.getByText('+1')).toBeDefined();
    expect(screen.queryByText('Copied Successfully')).toBeNull();
  });

  it('is replaced by an error at once, which is an alert, and returns after it', async () => {
    const { add, timers } = await toasts();
    add(saved, copied, locked);
    expect(screen.getByRole('alert').textContent).toContain('Please wait 30 s.');
    expect(screen.queryByRole('status')).toBeNull();
    act(() => timers.pass(3_000));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Saved');
  });

  it('is closed by its button, and the next one appears', async () => {
    const { add, user } = await toasts();
    add(saved, copied);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('status').textContent).toContain('Copied');
  });

  it('has no button if it cannot be closed', async () => {
    const { add } = await toasts();
    add({ ...saved, closable: false });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('stays while the pointer is over it', async () => {
    const { add, user, timers } = await toasts();
    add(saved);
    await user.hover(screen.getByRole('status'));
    act(() => timers.pass(10_000));
    expect(screen.getByRole('status').textContent).toContain('Saved');
    await user.unhover(screen.getByRole('status'));
    act(() => timers.pass(3_000));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
