import type { Page } from 'playwright';
import { z } from 'zod';
import en from '#locales/en.json' with { type: 'json' };
import ja from '#locales/ja.json' with { type: 'json' };
import zh from '#locales/zh_CN.json' with { type: 'json' };
import { type CallArgs, type CallName, type CallResult, calls } from '#shared/contract/backstage.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import { presetOf } from '#tests/support/onAir.ts';

const answerSchema = z.object({
  ok: z.literal(true),
  result: z.object({ ok: z.literal(true), result: z.unknown() }),
});

let lastId = 1_000_000;

/** Calls the backstage through the bridge of the tool's page. */
export async function ask<N extends CallName>(
  page: Page,
  name: N,
  args: CallArgs<N>,
): Promise<CallResult<N>> {
  lastId += 1;
  const answer = await page.evaluate((request) => window.ringside?.request(request), {
    id: lastId,
    call: name,
    args,
  });
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
  const schemas: { [K in CallName]: { result: z.ZodType<CallResult<K>> } } = calls;
  return schemas[name].result.parse(parsed.data.result.result);
}

/** Gifts and diamonds of the totals on screen, in any language; -1 while a total is missing. */
export async function totalsOnScreen(page: Page): Promise<{ gifts: number; diamonds: number }> {
  const pairs = await page
    .locator('[data-totals] > div')
    .evaluateAll((items) =>
      items.map((item): [string, string] => [
        item.querySelector('dt')?.textContent ?? '',
        item.querySelector('dd')?.textContent ?? '',
      ]),
    );
  const totals = new Map(pairs.map(([label, value]) => [label, Number(value.replaceAll(/\D/g, ''))]));
  const total = (key: 'totals.gifts' | 'totals.diamonds') =>
    [en, ja, zh].map((texts) => totals.get(texts[key])).find((value) => value !== undefined) ?? -1;
  return { gifts: total('totals.gifts'), diamonds: total('totals.diamonds') };
}

/** Opens the simulator's room with a preset of its performers. */
export async function prepareRoom(page: Page, simulator: Simulator, username: string): Promise<void> {
  const { preset } = await ask(page, 'presets.save', { preset: presetOf(simulator) });
  await ask(page, 'room.open', { username, lineId: 'line1' });
  await simulator.entered(1);
  await ask(page, 'session.choosePreset', { presetId: preset.id });
}

/** Opens the room as `prepareRoom` does and starts the session. */
export async function beginShow(page: Page, simulator: Simulator): Promise<void> {
  await prepareRoom(page, simulator, simulator.username);
  await ask(page, 'session.act', { action: 'start' });
}

/** Crashes the page's process and waits until it is gone. */
export async function crash(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const gone = new Promise((resolve) => page.once('crash', resolve));
  cdp.send('Page.crash').catch(() => undefined);
  await gone;
}
