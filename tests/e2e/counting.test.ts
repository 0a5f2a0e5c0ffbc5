import { describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { web } from '#tests/support/forms.ts';
import { expectedCount, framesFile, needsFrames } from '#tests/support/frames.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

/** Plays and counts a show with one open window, and runs `test` at its end. */
async function watch(
  options: SimulatorOptions,
  test: (show: OnAir, tool: ToolPage) => Promise<void>,
): Promise<void> {
  const show = await web.goOnAir({ username: 'host.of.the.show', held: true, ...options });
  try {
    await show.prepare('host.of.the.show');
    const tool = await show.open();
    await tool.button(/^Start/).click();
    await tool.button(/^Pause/).waitFor();
    show.simulator.resume();
    await show.simulator.settled;
    await show.simulator.allAcked();
    await test(show, tool);
    expect(tool.complaints).toEqual([]);
  } finally {
    await show.close();
  }
}

/** Expects these totals on screen. */
async function expectCounted(tool: ToolPage, truth: { gifts: number; diamonds: number }): Promise<void> {
  await expect
    .poll(async () => {
      const { Gifts: gifts, 'Total gift amount (diamonds)': diamonds } = await tool.totals();
      return { gifts, diamonds };
    })
    .toEqual({ gifts: truth.gifts, diamonds: truth.diamonds });
}

// All captured rooms are counted without a browser, in tests/integration/backstage/badLine.test.ts.
describe('captured room', needsFrames, () => {
  it('is counted correctly on the page', async () => {
    await watch({ recording: framesFile('room-b.ndjson'), speed: 0 }, async (_show, tool) => {
      await expectCounted(tool, expectedCount('room-b'));
    });
  });
});

/**
 * At speed 0 the show waits for the client, so a slow reconnect misses no messages. Each fault alone is tested without a
 * browser, in tests/integration/backstage/badLine.test.ts.
 */
describe('show on a bad line', () => {
  it('counts all delivered gifts despite disconnects in the middle of combos, each for someone or nobody', async () => {
    const options = { script: 'mixed', seconds: 60, speed: 0, seed: 3, faults: 'cut=300' } as const;
    await watch(options, async (show, tool) => {
      const truth = show.simulator.truth();
      expect(truth.gaps.cuts).toBeGreaterThan(0);
      await expectCounted(tool, truth);
      await tool.button(/gap/i).waitFor();
      const { Counted: counted = 0, Unallocated: unallocated = 0 } = await tool.totals();
      const anchors = Object.values(await tool.anchorVotes()).reduce((sum, votes) => sum + votes, 0);
      expect(anchors).toBeGreaterThan(0);
      expect(anchors + unallocated).toBe(counted);
      expect(counted).toBe(truth.diamonds);
    });
  });

  it('counts them despite a refused direct connection, and everything at once on the room page', async () => {
    const faults = 'direct-refused,duplicate,reorder,drop-close,cut=400,truncated,garbage,page-reconnect=20';
    await watch({ script: 'rush', seconds: 40, speed: 0, seed: 7, faults }, async (show, tool) => {
      const truth = show.simulator.truth();
      expect(truth.gifts).toBeGreaterThan(500);
      await expectCounted(tool, truth);
      if (truth.gaps.cuts > 0) await tool.button(/gap/i).waitFor();
    });
  });
});

describe('killed server', () => {
  it('resumes its show by itself, without a lost or doubled gift', async () => {
    const show = await web.goOnAir({
      username: 'host.of.the.show',
      held: true,
      script: 'rush',
      seconds: 40,
      speed: 4,
      seed: 11,
    });
    try {
      await show.prepare('host.of.the.show');
      const tool = await show.open();
      await tool.button(/^Start/).click();
      await tool.button(/^Pause/).waitFor();
      show.simulator.resume();
      await expect.poll(async () => (await tool.totals()).Gifts).toBeGreaterThan(50);
      await show.killAndRestart();
      await show.simulator.settled;
      // The open window reconnects by itself.
      await expectCounted(tool, show.simulator.truth());
      await tool.button(/gap/i).waitFor();
      expect(await tool.page.getByText('Counting').first().isVisible()).toBe(true);
    } finally {
      await show.close();
    }
  });
});
