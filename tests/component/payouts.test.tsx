import { act, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';
import { PayoutView } from '#renderer/features/report/PayoutView.tsx';
import { DeductionsDialog } from '#renderer/features/report/payoutDialogs.tsx';
import { noPayoutRules, type Payout, type PayoutLine } from '#shared/contract/payout.ts';
import { mountOnShow } from './showPage.tsx';
import { click, openTool, shows, wholePage } from './tool.tsx';

const line: PayoutLine = {
  key: 'id:mika',
  name: 'Mika',
  account: '',
  shows: 2,
  ms: 7_200_000,
  wins: 1,
  diamonds: 12_345,
  votesTenths: 123_450,
  credit: 3086,
  bonus: 250,
  base: 1000,
  deductions: [],
  total: 4336,
};
const period = { from: 1000, until: 2000 };
const payout: Payout = {
  period,
  rules: { ...noPayoutRules, currency: 'EUR', worth: 50_000 },
  lines: [line],
  settled: null,
  history: [],
  left: 0,
};

async function mountPayout(shown: Payout) {
  const answers = {
    'payout.read': () => ({ payout: shown }),
    'payout.saveRules': () => ({}),
    'payout.deduct': () => ({}),
    'payout.settle': () => ({}),
    'payout.reopen': () => ({}),
  };
  const view = (
    <QueryRoot>
      <PayoutView period={period} onShows={() => {}} />
    </QueryRoot>
  );
  const mounted = await mountOnShow(view, [], answers);
  await screen.findByText(/^Total/, { selector: 'b' });
  const asked = () =>
    mounted.link.asked.filter(({ name }) => name.startsWith('payout.') && name !== 'payout.read');
  const { asks } = mounted.ringside;
  /** Says yes to the question that the page asks. Returns its text. */
  const confirm = async () => {
    const text = asks.getState().question?.text;
    await act(async () => asks.getState().answer(true));
    return text;
  };
  return { ...mounted, asked, confirm };
}

describe('the payout of a period', () => {
  it('says its sum and its rules, and is settled with the sum that the host has seen', async () => {
    const { user, asked, confirm } = await mountPayout(payout);
    expect(screen.getByText('Total 43.36 EUR.')).toBeDefined();
    expect(screen.getByText(/1,000 diamonds are worth 5 EUR; the anchor gets 50 %/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Settle' }));
    expect(await confirm()).toMatchObject({ params: { sum: '43.36 EUR' } });
    expect(asked()).toMatchObject([{ name: 'payout.settle', args: { period, expected: 4336 } }]);
  });

  it('says who settled and opened it again, and what differs since', async () => {
    const steps = [
      { did: 'settled' as const, at: 5000, by: 'window-2', sum: 4336 },
      { did: 'reopened' as const, at: 6000, by: 'window-3', sum: 4336, lines: [line] },
    ];
    const now = { ...line, diamonds: 11_345, total: 4086 };
    const { user } = await mountPayout({ ...payout, lines: [now], history: steps });
    await user.click(screen.getByText('History of this sheet'));
    expect(screen.getByText(/settled by Window 2\. Total 43\.36 EUR/)).toBeDefined();
    expect(screen.getByText(/opened again by Window 3/)).toBeDefined();
    expect(screen.getByText(/last settlement: Mika: -2\.50 \(-1,000 diamonds\)/)).toBeDefined();
  });

  it('stays as it was settled, and shows what a correction has changed since', async () => {
    const settled = { at: 5000, by: 'window-2', lines: [line] };
    const now = { ...line, diamonds: 11_345, total: 4086 };
    const { user, asked, confirm } = await mountPayout({ ...payout, lines: [now], settled });
    expect(screen.getByText('Total 43.36 EUR.')).toBeDefined();
    expect(screen.getByRole('status').textContent).toContain('by Window 2');
    expect(screen.getByRole('alert').textContent).toContain('Mika: -2.50 (-1,000 diamonds)');
    expect(screen.queryByRole('button', { name: 'Rules' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open again' }));
    await confirm();
    expect(asked()).toMatchObject([{ name: 'payout.reopen', args: { period } }]);
  });

  it('takes its rules in the currency, to the hundredth', async () => {
    const { user, asked } = await mountPayout(payout);
    await user.click(screen.getByRole('button', { name: 'Rules' }));
    const set = async (label: string, value: string) => {
      const field = screen.getByLabelText(new RegExp(label));
      await user.clear(field);
      await user.type(field, value);
    };
    await set('Worth of 1,000', '4.75');
    await set('Share of the anchor', '62.5');
    await set('Base for each hour', '12.34');
    await user.click(screen.getByRole('radio', { name: 'Down' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(asked()).toMatchObject([
      { args: { rules: { currency: 'EUR', worth: 47_500, share: 625, perHour: 1234, rounding: 'down' } } },
    ]);
  });

  it('adds a deduction with its note, and removes one', async () => {
    const deducted = { ...line, deductions: [{ amount: 150, note: 'Costume' }] };
    const dialog = <DeductionsDialog period={period} line={deducted} onSaved={() => {}} onClose={() => {}} />;
    const { user, link } = await mountOnShow(dialog, [], { 'payout.deduct': () => ({}) });
    await user.type(screen.getByLabelText(/Amount/), '2.5');
    await user.type(screen.getByLabelText(/Note/), 'Taxi');
    await user.click(screen.getByRole('button', { name: 'Deduct' }));
    await user.click(await screen.findByRole('button', { name: 'Remove the deduction “Costume”' }));
    const taxi = { amount: 250, note: 'Taxi' };
    expect(link.asked.filter(({ name }) => name === 'payout.deduct')).toMatchObject([
      { args: { period, key: 'id:mika', deductions: [{ amount: 150, note: 'Costume' }, taxi] } },
      { args: { deductions: [taxi] } },
    ]);
  });

  it('is printed with a page for each anchor, and nothing of it stays on the page', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const deducted = { ...line, deductions: [{ amount: 150, note: 'Costume' }], total: 4186 };
    const { user } = await mountPayout({
      ...payout,
      lines: [deducted, { ...line, key: 'id:rei', name: 'Rei' }],
    });
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    const pages = [...document.querySelectorAll('[data-print] > section')].map(
      ({ textContent }) => textContent,
    );
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('Deducted: Costume-1.50 EUR');
    expect(pages[0]).toContain('Total41.86 EUR');
    expect(pages[1]).toContain('Rei');
    await act(async () => window.dispatchEvent(new Event('afterprint')));
    expect(document.querySelector('[data-print]')).toBeNull();
  });
});

describe('the payouts in two windows', () => {
  it('follow at once the rules that the other one saves', async () => {
    const tool = await openTool({ at: 'tool/report', preset: {} });
    await click(tool, 'Period', wholePage, 'radio');
    await click(tool, 'Payouts', wholePage, 'radio');
    await shows(wholePage, 'Enter under “Rules” what diamonds or votes are worth.');
    const rules = { ...noPayoutRules, currency: 'EUR', worth: 50_000 };
    await tool.call('payout.saveRules', { rules });
    await shows(wholePage, '1,000 diamonds are worth 5 EUR');
    await tool.call('payout.saveRules', { rules: { ...rules, share: 600 } });
    await shows(wholePage, 'the anchor gets 60 %');
  });
});
