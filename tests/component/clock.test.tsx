import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNow } from '#renderer/data/hooks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function Time() {
  return <p>{useNow(100)}</p>;
}

const times = () => screen.getAllByRole('paragraph').map((time) => time.textContent);

it('two texts of one clock never differ, also if one of them appears later', () => {
  const { rerender } = render(<Time key="figure" />);
  const both = [<Time key="figure" />, <Time key="words" />];
  act(() => void vi.advanceTimersByTime(130));
  rerender(both);
  for (let step = 0; step < 12; step += 1) {
    act(() => void vi.advanceTimersByTime(25));
    expect(new Set(times()).size).toBe(1);
  }
  expect(Number(times()[0])).toBeGreaterThan(Date.now() - 100);
});

it('a text that appears when no other showed the clock has the current time at once', () => {
  const { unmount } = render(<Time />);
  unmount();
  vi.advanceTimersByTime(5000);
  const shown: string[] = [];
  const Recorder = () => {
    shown.push(String(useNow(100)));
    return null;
  };
  render(<Recorder />);
  expect(shown[0]).toBe(String(Date.now()));
});
