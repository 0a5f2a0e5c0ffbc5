import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DateTimeInput } from '#renderer/kit/ui/DateTimeInput.tsx';
import type { Language } from '#shared/contract/language.ts';
import { mount } from './mount.tsx';

// PrimeReact measures its overlays, and hides those that have no layout.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  get(this: HTMLElement) {
    return this.parentElement;
  },
});

const evening = new Date(2026, 1, 1, 21, 4, 10).getTime();

interface FromProps {
  at: number | null;
  seconds?: boolean;
  onChange(at: number | null): void;
}

function From({ at, seconds = true, onChange }: FromProps) {
  const [value, setValue] = useState(at);
  return (
    <>
      <label htmlFor="from">From</label>
      <DateTimeInput
        id="from"
        label="From"
        seconds={seconds}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
      />
    </>
  );
}

async function open(props: Partial<FromProps> = {}, language: Language = 'en') {
  const onChange = vi.fn();
  const { user } = await mount(<From at={evening} onChange={onChange} {...props} />, { language });
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'From' });
  return { user, field, onChange };
}

const calendar = () => screen.findByRole('dialog', { name: 'From' });

describe('date and time field', () => {
  it('shows its value and reports a typed one as soon as it is complete', async () => {
    const { user, field, onChange } = await open();
    expect(field.value).toBe('2026-02-01 21:04:10');
    await user.clear(field);
    expect(onChange).toHaveBeenLastCalledWith(null);
    await user.type(field, '2026-02-03 20:00:0');
    expect(onChange).toHaveBeenCalledOnce();
    await user.type(field, '5');
    expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 1, 3, 20, 0, 5).getTime());
  });

  it('completes a day without a time when it is left', async () => {
    const { user, field, onChange } = await open({ at: null });
    await user.type(field, '2026-02-03');
    expect(onChange).not.toHaveBeenCalled();
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 1, 3).getTime());
    await waitFor(() => expect(field.value).toBe('2026-02-03 00:00:00'));
  });

  it('restores its value if the typed text is not a date', async () => {
    const { user, field, onChange } = await open();
    await user.type(field, '{Backspace}x');
    await user.tab();
    expect(field.value).toBe('2026-02-01 21:04:10');
    expect(onChange).not.toHaveBeenCalledWith(null);
  });

  it('opens with ArrowDown, and the arrow keys choose a day', async () => {
    const { user, field, onChange } = await open();
    await user.click(field);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{ArrowDown}');
    const day = within(await calendar()).getByRole('gridcell', { selected: true });
    expect(day.textContent).toContain('Sunday, February 1, 2026');
    await waitFor(() => expect(document.activeElement).toBe(day));
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 1, 9, 21, 4, 10).getTime());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(field);
  });

  it('changes the time with the space bar, Enter and the mouse, by one step each', async () => {
    const { user, field, onChange } = await open({ seconds: false });
    expect(field.value).toBe('2026-02-01 21:04');
    await user.type(field, '{ArrowDown}');
    const later = within(await calendar()).getByRole('button', { name: 'One hour later' });
    later.focus();
    await user.keyboard(' ');
    expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 1, 1, 22, 4).getTime());
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 1, 1, 23, 4).getTime());
    await user.click(later);
    expect(onChange).toHaveBeenLastCalledWith(new Date(2026, 1, 1, 0, 4).getTime());
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it('is cleared by a button', async () => {
    const { user, field, onChange } = await open();
    await user.type(field, '{ArrowDown}');
    await user.click(within(await calendar()).getByRole('button', { name: 'Clear' }));
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(field.value).toBe('');
  });

  it.each([
    ['en', 'February', 'Sun', 'Next month', 'Now'],
    ['ja', '2月', '日', '次の月', '今'],
    ['zh_CN', '二月', '周一', '下个月', '现在'],
  ] as const)('is in the language %s', async (language, month, firstDay, next, now) => {
    const { user, field } = await open({}, language);
    await user.type(field, '{ArrowDown}');
    const shown = within(await calendar());
    expect(shown.getByRole('button', { name: month })).toBeDefined();
    expect(shown.getAllByRole('columnheader')[0]?.textContent).toBe(firstDay);
    expect(shown.getByRole('button', { name: next })).toBeDefined();
    expect(shown.getByRole('button', { name: now })).toBeDefined();
  });
});
