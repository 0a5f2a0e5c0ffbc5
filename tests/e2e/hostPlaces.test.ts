import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mode } from '#shared/contract/preset.ts';
import { DOUGHNUT, duelPreset, HOST, ROSE } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { stage } from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

/** Nobody's gifts, 1 and 2 diamonds. */
const GLOW_STICK = 6788;
const BRACELET = 9139;

/** The anchors of two full sides. */
const four = ['Mika', 'Rei', 'Yuki', 'Sora'].map((nickname) => ({
  id: nickname.toLowerCase(),
  nickname,
  ...(nickname === 'Mika' ? { gift: { ids: [ROSE] } } : {}),
}));

const modes: readonly Mode[] = ['battle', 'freestyle', 'normal', 'votes', 'sticker'];

/** The sizes of a host's screens. */
const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
] as const;

/** The places (px) of the parts that the host works with, by size and name. A part that is not shown has none. */
async function placesOf({ page }: ToolPage): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const found = await page.evaluate(async () => {
      // A part that follows the size of another one is drawn a frame later.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      const boxes: [name: string, box: string][] = [];
      const note = (name: string, part: Element | null | undefined, atEnd = false) => {
        const { left = 0, right = 0, top = 0, width = 0, height = 0 } = part?.getBoundingClientRect() ?? {};
        // Parts for screen readers have one or two pixels.
        if (width > 2)
          boxes.push([
            name,
            [atEnd ? right : left, top, atEnd ? 0 : width, height].map(Math.round).join(' '),
          ]);
      };
      const stage = document.querySelector('main [data-stage]');
      note('Stage', stage);
      for (const panel of stage?.parentElement?.querySelectorAll('.panel') ?? []) {
        note(panel.querySelector('h2')?.textContent ?? '', panel);
      }
      for (const part of stage?.querySelectorAll('section[aria-label]') ?? []) {
        note(`Part ${part.ariaLabel}`, part);
      }
      // A total grows to the left only.
      for (const total of stage?.querySelectorAll('[data-votes]') ?? []) {
        note(`Total of ${total.closest('section')?.ariaLabel}`, total, true);
      }
      note('Countdown', stage?.querySelector('[role="timer"]'));
      const buttons = stage?.querySelectorAll('[data-round-controls] > button') ?? [];
      for (const [index, button] of [...buttons].entries()) note(`Round button ${index + 1}`, button);
      const targets = document.querySelectorAll('main .at-cursor');
      for (const [index, target] of [...targets].entries()) note(`Target ${index + 1}`, target);
      note('First row of the queue', document.querySelector('main [aria-current]'));
      return boxes;
    });
    for (const [name, box] of found) places.set(`${name} at ${size.width} x ${size.height}`, box);
  }
  return places;
}

/** The parts that are in both lists, at another place. */
function moved(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].flatMap(([name, box]) => {
    const was = before.get(name);
    return was === undefined || was === box ? [] : [`${name}: ${was} to ${box}`];
  });
}

describe('the Homepage', () => {
  let show: Awaited<ReturnType<typeof web.goOnAir>>;
  /** One window for all tests. Each has a show of its own. */
  let tool: ToolPage;
  beforeAll(async () => {
    show = await web.goOnAir({ username: HOST, script: 'empty' });
    tool = await show.open();
  });
  beforeEach(() => async () => {
    // Refused if the test has not started the show.
    await show.call('session.act', { action: 'end' }).catch(() => undefined);
    await show.call('room.close', {});
    await tool.page.setViewportSize(sizes[0]);
    await tool.username.waitFor();
  });
  afterAll(async () => {
    await show.close();
  });

  async function startDuelShow(): Promise<void> {
    const { preset } = await show.call('presets.save', {
      preset: duelPreset({ name: `Duel ${Date.now()}` }),
    });
    await show.call('room.open', { username: HOST, lineId: 'line1' });
    await show.call('session.choosePreset', { presetId: preset.id });
    await show.call('session.act', { action: 'start' });
  }

  it.each(modes)(
    'moves no part from the start of a show to its settled rounds in the mode %s',
    async (mode) => {
      const { preset } = await show.call('presets.save', {
        preset: duelPreset({
          name: mode,
          mode,
          anchors: four,
          battle: { knockOut: 'lowest' },
          round: { length: 60, delay: 60, clearance: 20 },
          freestyle: { length: 60, clearance: 20 },
          sticker: { scores: true },
        }),
      });
      await show.call('room.open', { username: HOST, lineId: 'line1' });
      await show.call('session.choosePreset', { presetId: preset.id });
      const { page } = tool;
      await tool.button(/^Start/).waitFor();
      const places = await placesOf(tool);
      const movedSince = async () => {
        const now = await placesOf(tool);
        const changes = moved(places, now);
        for (const [name, box] of now) places.set(name, box);
        return changes;
      };
      expect([...places.keys()]).toEqual(
        expect.arrayContaining(['Stage at 1280 x 720', 'Anchor List at 1920 x 1080', 'Preset at 1024 x 768']),
      );

      await show.call('session.act', { action: 'start' });
      await page.getByRole('heading', { name: 'Next to assign' }).waitFor();
      expect(await movedSince()).toEqual([]);

      const sides = { attacker: ['mika', 'yuki'], defender: ['rei', 'sora'] };
      const steps: readonly [shown: string, step: () => Promise<unknown>][] = [
        ['Prepared', () => show.call('round.prepare', mode === 'battle' ? sides : {})],
        ['Running', () => show.call('round.act', { action: 'start' })],
      ];
      // A pause looks alike in each mode.
      const pause: typeof steps = [
        ['Paused', () => show.call('round.act', { action: 'pause' })],
        ['Running', () => show.call('round.act', { action: 'resume' })],
      ];
      for (const [shown, step] of mode === 'battle' ? [...steps, ...pause] : steps) {
        await step();
        await stage(tool).getByText(shown, { exact: true }).waitFor();
        expect(await movedSince()).toEqual([]);
      }
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 30 });
      await page.locator('[data-row]', { hasText: 'Aoi' }).waitFor();
      await page.locator('main [aria-current]', { hasText: 'Ben' }).waitFor();
      expect(await movedSince()).toEqual([]);
      if (mode === 'battle') {
        await show.call('session.act', { action: 'pause' });
        await tool.button(/^Resume/).waitFor();
        expect(await movedSince()).toEqual([]);
        await show.call('session.act', { action: 'resume' });
        await show.call('bindings.suspend', { on: true });
        await page.getByRole('region', { name: 'Bindings suspended' }).waitFor();
        expect(await movedSince()).toEqual([]);
        await show.call('bindings.suspend', { on: false });
      }
      await show.call('round.act', { action: 'end' });
      await stage(tool).getByText('Delay', { exact: true }).waitFor();
      expect(await movedSince()).toEqual([]);
      await show.call('round.act', { action: 'cut' });
      await stage(tool).getByText('Settled', { exact: true }).waitFor();
      if (mode === 'battle') await page.getByRole('region', { name: 'Tie of lowest scores' }).waitFor();
      expect(await movedSince()).toEqual([]);
      if (mode === 'battle') {
        await page.keyboard.press('2');
        await tool.button(/^Settle again/).waitFor();
        expect(await movedSince()).toEqual([]);
        await page.keyboard.press('y');
        await tool.button(/^Settle again/).waitFor({ state: 'detached' });
        await show.call('round.resurrect', { anchorId: 'yuki' });
        await stage(tool).getByText('Prepared', { exact: true }).waitFor();
        expect(await movedSince()).toEqual([]);
      }
    },
  );

  it('keeps the buttons of the anchors in place when a late gift comes', async () => {
    await startDuelShow();
    const anchors = () =>
      tool.page
        .getByTitle(/^Give to (?:Mika|Rei)$/)
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    await stage(tool).getByText('No round yet').waitFor();
    const before = await anchors();
    expect(before).toHaveLength(2);
    await show.call('round.prepare', { attacker: ['mika'], defender: ['rei'] });
    await show.call('round.act', { action: 'start' });
    const sentAt = Date.now();
    await stage(tool).getByText('Running', { exact: true }).waitFor();
    await show.call('round.act', { action: 'end' });
    await stage(tool).getByText('Settled', { exact: true }).waitFor();
    expect(await anchors()).toEqual(before);
    show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, sentAt });
    await tool.button('Count it in the round').waitFor();
    expect(await anchors()).toEqual(before);
  });

  /** Gives the window each size of a host's screen in turn, and runs `check`. */
  async function inEachSize({ page }: ToolPage, check: (size: (typeof sizes)[number]) => Promise<void>) {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await check(size);
    }
  }

  it('shows the list of presets beside a full stage', async () => {
    await startDuelShow();
    await stage(tool).getByText('No round yet').waitFor();
    const list = tool.page.locator('.p-dropdown', { hasText: 'Duel' });
    await inEachSize(tool, async ({ width, height }) => {
      const isWhole = async () => {
        const box = await list.boundingBox();
        return box !== null && box.width > 80 && box.y + box.height < height;
      };
      await expect.poll(isWhole, { message: `at ${width} x ${height}` }).toBe(true);
    });
  });

  it('shows three rows of the queue beside two strips', async () => {
    await startDuelShow();
    await show.call('round.prepare', { attacker: ['mika'], defender: ['rei'] });
    await show.call('round.act', { action: 'start' });
    for (const viewer of ['Ben', 'Chie', 'Dan', 'Emi']) show.simulator.sendGift({ viewer, gift: DOUGHNUT });
    await tool.page.locator('main li', { hasText: 'Emi' }).waitFor();
    await show.call('bindings.suspend', { on: true });
    show.simulator.cutNow();
    for (const strip of ['Bindings suspended', 'Gifts may be missing']) {
      await tool.page.getByRole('region', { name: strip }).waitFor();
    }
    const queue = tool.page.getByRole('region', { name: 'Next to assign' }).getByRole('list');
    const inSight = () =>
      queue.evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        const rows = [...list.children].map((row) => row.getBoundingClientRect());
        return rows.filter((row) => row.top >= top - 1 && row.bottom <= Math.min(bottom, innerHeight) + 1)
          .length;
      });
    await inEachSize(tool, async ({ width, height }) => {
      await expect.poll(inSight, { message: `at ${width} x ${height}` }).toBeGreaterThanOrEqual(3);
    });
    await show.call('bindings.suspend', { on: false });
  });

  it('keeps the texts of a row of the queue apart', async () => {
    const anchors = [{ id: 'long', nickname: 'Annabel-Christina von Hohenstein-Ringelbach' }];
    const { preset } = await show.call('presets.save', {
      preset: duelPreset({ name: 'Long names', anchors }),
    });
    await show.call('room.open', { username: HOST, lineId: 'line1' });
    await show.call('session.choosePreset', { presetId: preset.id });
    await show.call('session.act', { action: 'start' });
    const viewer = 'The biggest fan of Annabel in the whole wide world';
    show.simulator.sendGift({ viewer, gift: DOUGHNUT });
    await tool.page.locator('main [aria-current="true"]', { hasText: viewer }).waitFor();
    await tool.page.keyboard.press('1');
    // The viewer's next gift has a suggestion, and a bigger one is at the cursor.
    show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 9 });
    await tool.page.locator('main [aria-current="true"]', { hasText: 'Ben' }).waitFor();
    show.simulator.sendGift({ viewer, gift: DOUGHNUT });
    const row = tool.page.locator('main [aria-current="false"]', { hasText: '→ Annabel' });
    await row.waitFor();
    await inEachSize(tool, async ({ width, height }) => {
      const boxes = await row.evaluate((element) =>
        [...element.querySelectorAll('.clip')]
          .map((text) => text.getBoundingClientRect())
          .filter((box) => box.width > 0)
          .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
      );
      expect(boxes.length).toBeGreaterThan(2);
      const overlaps = boxes.filter((one, at) =>
        boxes
          .slice(at + 1)
          .some(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
          ),
      );
      expect(overlaps, `at ${width} x ${height}`).toEqual([]);
    });
  });

  /** Begins a show of 24 anchors, and returns their ids. */
  async function startCrowdedShow(name: string): Promise<string[]> {
    const anchors = Array.from({ length: 24 }, (_, place) => ({
      id: `a${place}`,
      nickname: `Kenjiro ${place}`,
    }));
    const { preset } = await show.call('presets.save', { preset: duelPreset({ name, anchors }) });
    await show.call('room.open', { username: HOST, lineId: 'line1' });
    await show.call('session.choosePreset', { presetId: preset.id });
    await show.call('session.act', { action: 'start' });
    return anchors.map(({ id }) => id);
  }

  it('covers no part of a tall dialog with a toast', async () => {
    await startCrowdedShow('Team');
    await stage(tool).getByText('No round yet').waitFor();
    await tool.page.keyboard.press('i');
    const dialog = tool.page.getByRole('dialog', { name: 'Team member list' });
    await dialog.getByText('Kenjiro 0').waitFor();
    const toast = tool.page.locator('.toast').first();
    let on = false;
    await inEachSize(tool, async ({ width, height }) => {
      on = !on;
      await show.call('bindings.suspend', { on });
      await toast.waitFor();
      const isFree = async () => {
        const [above, below] = [await toast.boundingBox(), await dialog.boundingBox()];
        return above !== null && below !== null && below.y >= above.y + above.height;
      };
      await expect.poll(isFree, { message: `at ${width} x ${height}` }).toBe(true);
    });
    await show.call('bindings.suspend', { on: false });
    await tool.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('keeps every decision of the queue in sight with 24 anchors', async () => {
    const ids = await startCrowdedShow('Crowd');
    await show.call('round.prepare', { attacker: ids.slice(0, 12), defender: ids.slice(12) });
    await show.call('round.act', { action: 'start' });
    show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await tool.page.locator('main [aria-current="true"]', { hasText: 'Ben' }).waitFor();
    await inEachSize(tool, async ({ width, height }) => {
      for (const name of ['Kenjiro 0', 'Attacker', 'Defender', 'Nobody', 'Not counted']) {
        const button = tool.page.getByTitle(`Give to ${name}`, { exact: true });
        const bottom = async () => {
          const box = await button.boundingBox();
          return (box?.y ?? height) + (box?.height ?? 0);
        };
        await expect.poll(bottom, { message: `${name} at ${width} x ${height}` }).toBeLessThan(height);
      }
    });
  });

  it('covers no button of the show with a toast', async () => {
    await startDuelShow();
    await stage(tool).getByText('No round yet').waitFor();
    const toast = tool.page.locator('.toast').first();
    const controls = tool.page.getByRole('region', { name: 'Show controls' });
    let isPaused = false;
    await inEachSize(tool, async ({ width, height }) => {
      isPaused = !isPaused;
      await show.call('session.act', { action: isPaused ? 'pause' : 'resume' });
      await toast.waitFor();
      const isFree = async () => {
        const box = await toast.boundingBox();
        if (box === null) return false;
        const all = await controls.locator('button:visible, label:visible').all();
        const lefts = await Promise.all(all.map(async (control) => (await control.boundingBox())?.x ?? 0));
        return lefts.every((left) => box.x + box.width <= left);
      };
      await expect.poll(isFree, { message: `at ${width} x ${height}` }).toBe(true);
    });
  });

  it('shows the current dance beside its button, on a phone too', async () => {
    const gameplay = [
      { id: 'spin', name: 'Spin around with everybody', gift: { ids: [GLOW_STICK] }, duration: 600 },
      { id: 'wave', name: 'Wave', gift: { ids: [BRACELET] } },
    ];
    const { preset } = await show.call('presets.save', {
      preset: duelPreset({ name: 'Dances', mode: 'sticker', sticker: { next: 'byHand' }, gameplay }),
    });
    await show.call('room.open', { username: HOST, lineId: 'line1' });
    await show.call('session.choosePreset', { presetId: preset.id });
    await show.call('session.act', { action: 'start' });
    const { page } = tool;
    show.simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK, count: 3 });
    await page.getByText('Waiting: 1').waitFor();
    show.simulator.sendGift({ viewer: 'Ben', gift: BRACELET });
    await page.getByText('Waiting: 2').waitFor();
    await page.keyboard.press('j');
    for (const size of [sizes[0], { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      const isPhone = size.width < 800;
      await page.locator('[data-remote]').waitFor({ state: isPhone ? 'visible' : 'detached' });
      const now = page.locator('[data-now]');
      const name = now.getByText('Spin around with everybody');
      await name.waitFor();
      const words = await now.locator('p').first().boundingBox();
      const button = await now.getByRole('button').boundingBox();
      expect((await name.boundingBox())?.width).toBeGreaterThan(60);
      const apart =
        (words?.x ?? 0) + (words?.width ?? 0) <= (button?.x ?? 0) ||
        (words?.y ?? 0) + (words?.height ?? 0) <= (button?.y ?? 0);
      expect(apart, 'words and button').toBe(true);
    }
    await page.getByRole('button', { name: 'End this dance' }).click();
    await page.setViewportSize(sizes[0]);
    await page.getByText('The next dance is ready to start').waitFor();
  });
});
