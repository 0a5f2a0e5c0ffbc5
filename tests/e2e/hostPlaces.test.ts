import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Mode } from '#shared/contract/preset.ts';
import { DOUGHNUT, duelPreset, HOST, ROSE } from '#tests/support/duel.ts';
import { web } from '#tests/support/forms.ts';
import { stage } from '#tests/support/stagePage.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const modes: readonly Mode[] = ['battle', 'freestyle', 'normal', 'votes', 'sticker'];

/** The places of the parts that the host works with, in pixels. */
function placesOf({ page }: ToolPage): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const list = document
      .querySelector('main [data-stage]')
      ?.parentElement?.querySelectorAll('.panel, [data-stage]');
    return Object.fromEntries(
      [...(list ?? [])].map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        const name = part.ariaLabel ?? part.querySelector('h2')?.textContent ?? '';
        return [name, [left, top, width, height].map(Math.round).join(' ')];
      }),
    );
  });
}

describe('the Homepage', () => {
  let show: Awaited<ReturnType<typeof web.goOnAir>>;
  beforeAll(async () => {
    await web.start();
    show = await web.goOnAir({ username: HOST, script: 'empty' });
  });
  afterEach(async () => {
    // Refused if the test has not started the show.
    await show.call('session.act', { action: 'end' }).catch(() => undefined);
    await show.call('room.close', {});
  });
  afterAll(async () => {
    await show.close();
    await web.stop();
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
          round: { length: 60, delay: 60, clearance: 20 },
          freestyle: { length: 60, clearance: 20 },
          sticker: { scores: true },
        }),
      });
      await show.call('room.open', { username: HOST, lineId: 'line1' });
      await show.call('session.choosePreset', { presetId: preset.id });
      const tool = await show.open();
      const { page } = tool;
      await tool.button(/^Start/).waitFor();
      const { 'Anchor List': _list, ...atFirst } = await placesOf(tool);
      expect(Object.keys(atFirst)).toEqual(['Stage', 'Gift Data', 'Preset', 'Total Votes', 'User List']);

      await show.call('session.act', { action: 'start' });
      await page.getByRole('heading', { name: 'Next to assign' }).waitFor();
      const started = await placesOf(tool);
      expect(started).toMatchObject(atFirst);

      const steps: readonly [shown: string, step: () => Promise<unknown>][] = [
        [
          'Prepared',
          () =>
            show.call('round.prepare', mode === 'battle' ? { attacker: ['mika'], defender: ['rei'] } : {}),
        ],
        ['Running', () => show.call('round.act', { action: 'start' })],
        ['Paused', () => show.call('round.act', { action: 'pause' })],
        ['Running', () => show.call('round.act', { action: 'resume' })],
      ];
      for (const [shown, step] of steps) {
        await step();
        await stage(tool).getByText(shown, { exact: true }).waitFor();
        expect(await placesOf(tool)).toEqual(started);
      }
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
      show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 30 });
      await page.locator('[data-row]', { hasText: 'Aoi' }).waitFor();
      expect(await placesOf(tool)).toEqual(started);
      await show.call('round.act', { action: 'end' });
      await stage(tool).getByText('Delay', { exact: true }).waitFor();
      expect(await placesOf(tool)).toEqual(started);
      await show.call('round.act', { action: 'cut' });
      await stage(tool).getByText('Settled', { exact: true }).waitFor();
      expect(await placesOf(tool)).toEqual(started);
      await tool.close();
    },
  );

  it('keeps the buttons of the anchors in place when a late gift comes', async () => {
    await startDuelShow();
    const tool = await show.open();
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
    await tool.close();
  });

  it.each([
    [1280, 720],
    [1024, 768],
  ])('shows the list of presets beside a full stage at %d x %d', async (width, height) => {
    await startDuelShow();
    const tool = await show.open({ width, height });
    await stage(tool).getByText('No round yet').waitFor();
    const list = tool.page.locator('.p-dropdown', { hasText: 'Duel' });
    const box = await list.boundingBox();
    expect(box?.width).toBeGreaterThan(80);
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
    await tool.close();
  });
});
