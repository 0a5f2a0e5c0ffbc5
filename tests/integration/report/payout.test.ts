import { expect, it } from 'vitest';
import { noPayoutRules } from '#shared/contract/payout.ts';
import { differences } from '#shared/season/payout.ts';
import { backstage, linesTo, simulator, startShow } from '../backstage/setup.ts';

const rose = { id: 5655, name: 'Rose', diamonds: 1000, type: 2 } as const;
const rules = { ...noPayoutRules, currency: 'EUR', worth: 50_000, share: 500, perShow: 1000 };

it('a payout is locked when it is settled, and a later correction is a difference', async () => {
  const sim = await simulator();
  const options = { lines: linesTo(sim) };
  const { screen, dataDir, close } = await backstage(options);
  const from = Date.now() - 1000;
  await startShow(screen, sim);
  for (const viewer of ['Ada', 'Ben']) sim.sendGift({ viewer, gift: rose });
  await screen.until(() => screen.state.seen.count === 2);
  await screen.call('payout.saveRules', { rules });
  const future = { from, until: Date.now() + 60_000 };
  expect(await screen.refusal('payout.settle', { period: future, expected: 0 })).toBe('payout.notOver');

  const period = { from, until: Date.now() };
  const read = async (at = screen) => (await at.call('payout.read', { period })).payout;
  const key = (await read()).lines[0]?.key ?? '';
  await screen.call('payout.deduct', { period, key, deductions: [{ amount: 150, note: 'Costume' }] });
  const open = await read();
  // 2,000 diamonds are worth 10.00; half of it is Aki's. Both anchors get 10.00 for the show.
  expect(open.lines).toMatchObject([
    { name: 'Aki', diamonds: 2000, credit: 500, base: 1000, total: 1350 },
    { name: 'Bea', diamonds: 0, credit: 0, base: 1000, total: 1000 },
  ]);
  expect(await screen.refusal('payout.settle', { period, expected: 2350 })).toBe('payout.notOver');
  await screen.call('session.act', { action: 'end' });
  expect(await screen.refusal('payout.settle', { period, expected: 1 })).toBe('payout.stale');
  await screen.call('payout.settle', { period, expected: 2350 });
  expect(await screen.refusal('payout.settle', { period, expected: 2350 })).toBe('payout.settled');
  expect(await screen.refusal('payout.deduct', { period, key, deductions: [] })).toBe('payout.settled');

  const { rows } = await screen.call('ledger.page', { filter: {}, limit: 10 });
  const [row] = rows;
  await screen.call('ledger.reassign', {
    rowIds: [row?.rowId ?? 0],
    to: 'anchor:b',
  });
  // New rules are for sheets that are still open.
  await screen.call('payout.saveRules', { rules: { ...rules, share: 1000 } });
  await close();
  const again = await backstage({ ...options, dataDir });
  const settled = await read(again.screen);
  expect(settled.settled).toMatchObject({ by: 'test', lines: open.lines.map(({ ms: _, ...line }) => line) });
  expect(settled.rules).toEqual(rules);
  expect(differences(settled.settled?.lines ?? [], settled.lines)).toMatchObject([
    { name: 'Aki', total: -250, diamonds: -1000 },
    { name: 'Bea', total: 250, diamonds: 1000 },
  ]);

  await again.screen.call('payout.reopen', { period });
  const reopened = await read(again.screen);
  expect(reopened.settled).toBeNull();
  expect(reopened.lines[0]).toMatchObject({ name: 'Aki', credit: 500, total: 1350 });
  expect(reopened.history.map(({ did }) => did)).toEqual(['settled', 'reopened']);
});
