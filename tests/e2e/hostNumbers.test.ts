import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, duelPreset, HOST, ROSE, startDuel } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { speak } from '#tests/support/speak.ts';
import { stage } from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const VIEWER = 'ちえちゃん推し隊長';

const screens = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
] as const;

/** The horizontal places (px) of the texts of elements, from left to right. Texts may be wider than their elements. */
function textSpans({ page }: ToolPage, selector: string): Promise<{ left: number; right: number }[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right) };
      })
      .filter(({ left, right }) => right > left)
      .sort((one, other) => one.left - other.left),
  );
}

let show: OnAir;
let tool: ToolPage;

/** Starts a round of a new show, in the window of all tests. */
async function startRound(): Promise<void> {
  await show.call('session.act', { action: 'end' }).catch(() => undefined);
  await show.call('room.open', { username: HOST, lineId: 'line1', confirm: true });
  const { preset } = await show.call('presets.save', {
    preset: duelPreset({ name: `Duel ${Date.now()}`, round: { length: 600, delay: 0 } }),
  });
  await show.call('session.choosePreset', { presetId: preset.id });
  await show.call('session.act', { action: 'start' });
  await startDuel(show);
}

beforeAll(async () => {
  show = await web.goOnAir({ username: HOST, script: 'empty' });
  tool = await show.open();
});
afterAll(async () => {
  await show.close();
});

/** The sides whose total covers the name or leaves its side. */
const narrowSides = () =>
  stage(tool)
    .getByRole('region', { name: /^(?:Attacker|Defender)$/ })
    .evaluateAll((sides) =>
      sides
        .filter((side) => {
          const end = side.getBoundingClientRect().right;
          const total = document.createRange();
          total.selectNodeContents(side.querySelector('[data-votes]') ?? side);
          const name = document.createRange();
          name.selectNodeContents(side.querySelector('header > :first-child') ?? side);
          const { left, right } = total.getBoundingClientRect();
          return right > end || left < name.getBoundingClientRect().right;
        })
        .map((side) => side.ariaLabel),
    );

/** The labels of buttons whose letters do not fit into their line. */
const cutLabels = () =>
  tool.page.locator('main .p-button-label').evaluateAll((labels) =>
    labels
      .filter((label) => {
        const style = getComputedStyle(label);
        const context = document.createElement('canvas').getContext('2d');
        if (context === null || style.overflowY === 'visible' || label.clientHeight < 2) return false;
        context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText('Ag');
        const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('Ag');
        // The letters stand in the middle of the line, with the room of the font around them.
        const room = (label.clientHeight - fontBoundingBoxAscent - fontBoundingBoxDescent) / 2;
        return (
          room + fontBoundingBoxDescent < actualBoundingBoxDescent ||
          room + fontBoundingBoxAscent < actualBoundingBoxAscent
        );
      })
      .map((label) => label.textContent),
  );

describe('long numbers', () => {
  it('cover no text beside them, and keep their place when the side has won', async () => {
    const { page } = tool;
    await startRound();
    const gift = { viewerName: VIEWER, giftId: ROSE, giftName: 'Rose', round: 1 };
    await show.call('gift.add', { ...gift, diamonds: 900, count: 9999, to: 'anchor:mika' });
    await show.call('gift.add', { ...gift, diamonds: 101, count: 9999, to: 'anchor:rei' });
    await show.call('gift.add', { ...gift, diamonds: 1, count: 9999, to: 'anchor:rei' });
    await page.locator('[data-row]').nth(2).waitFor();
    const totals = stage(tool).locator('[data-votes]');
    await expect.poll(() => totals.allInnerTexts()).toEqual(['8,999,100', '1,019,898']);
    for (const size of screens) {
      const at = `at ${size.width} x ${size.height}`;
      await page.setViewportSize(size);
      const cells = ':is([data-cell="count"], [data-cell="votes"])';
      const apart = async () => {
        const [count, votes] = await textSpans(tool, `[data-row] >> nth=0 >> ${cells}`);
        return votes !== undefined && votes.left > (count?.right ?? 0);
      };
      await expect.poll(apart, { message: at }).toBe(true);
      const sizes = () =>
        totals.evaluateAll((all) => new Set(all.map((total) => getComputedStyle(total).fontSize)).size);
      await expect.poll(sizes, { message: at }).toBe(1);
      await expect.poll(narrowSides, { message: at }).toEqual([]);
    }

    await page.setViewportSize(screens[0]);
    const placeOf = () => totals.first().boundingBox();
    // The layout follows the size of the window in two frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    const before = await placeOf();
    await show.call('round.act', { action: 'end' });
    await page.getByText('Attacker wins').first().waitFor();
    expect(await placeOf()).toEqual(before);
    expect(await narrowSides()).toEqual([]);

    show.simulator.cutNow();
    await page.getByRole('region', { name: 'Gifts may be missing' }).waitFor();
    // With letters below the line, too.
    expect(await cutLabels()).toEqual([]);
  });

  it('cover no name in the queue of a phone', async () => {
    await startRound();
    await tool.page.setViewportSize({ width: 390, height: 844 });
    show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 9999 });
    await tool.page.locator('[data-remote] [aria-current="true"]', { hasText: 'Ben' }).waitFor();
    const [votes, name] = await textSpans(tool, '[data-remote] [aria-current="true"] > *');
    expect(name?.left).toBeGreaterThan(votes?.right ?? 0);
    await tool.page.setViewportSize(screens[0]);
  });
});

describe('the queue', () => {
  it('shows all words of its buttons, and each viewer in full beside the words about a former round', async () => {
    const { page } = tool;
    await startRound();
    show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
    for (const viewer of ['推し活さくら', VIEWER]) {
      show.simulator.sendGift({ viewer, gift: DOUGHNUT, count: 999 });
    }
    await page.locator('main li', { hasText: VIEWER }).waitFor();
    const cut = (words: string) =>
      page
        .locator(words)
        .evaluateAll((texts) =>
          texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent),
        );
    for (const language of ['en', 'zh_CN', 'ja'] as const) {
      await speak(page, language);
      for (const size of screens) {
        await page.setViewportSize(size);
        const message = `${language} at ${size.width}`;
        await expect.poll(() => cut('main .at-cursor .clip'), { message }).toEqual([]);
      }
    }
    await page.setViewportSize(screens[0]);
    await show.call('round.act', { action: 'end' });
    await show.call('round.prepare', {});
    await page.locator('main li', { hasText: '第1ラウンド' }).first().waitFor();
    expect(await cut('main li b.clip')).toEqual([]);
    await speak(page, 'en');
  });
});
