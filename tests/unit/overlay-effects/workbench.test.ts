import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OverlayRound } from '#shared/contract/overlay/state.ts';
import { widgetKinds, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { workbenchGrid, workbenchSize } from '#shared/overlay/workbenchSize.ts';
import { inWindow, windowWishes } from '../../../overlay/page/window.ts';
import { colourOf } from '../../../overlay/workbench/background.ts';
import { revivingPart, revivingRuns } from '../../../overlay/workbench/reviving.ts';

const comeback = (
  countdown: OverlayRound['countdown'],
  kind: OverlayRound['kind'] = 'resurrection',
): OverlayRound => ({
  id: 1,
  number: 1,
  kind,
  phase: 'running',
  countdown,
  grace: { length: 0, ran: 0, since: null },
  clearanceTenths: 0,
  breakthrough: false,
  targetTenths: 0,
  pledgedTenths: 0,
});

describe('the size of a workbench', () => {
  it('is 1920x360 for up to eight anchors, and as much again for the next eight', () => {
    expect(workbenchSize('horizontal', 0)).toEqual({ width: 1920, height: 360 });
    expect(workbenchSize('horizontal', 8)).toEqual({ width: 1920, height: 360 });
    expect(workbenchSize('horizontal', 9)).toEqual({ width: 1920, height: 720 });
    expect(workbenchSize('horizontal', 16)).toEqual({ width: 1920, height: 720 });
  });

  it('is the same turned upright', () => {
    fc.assert(
      fc.property(fc.nat(40), (anchors) => {
        const { width, height } = workbenchSize('vertical', anchors);
        expect(workbenchSize('horizontal', anchors)).toEqual({ width: height, height: width });
      }),
    );
  });

  it('has a place for everyone, at most eight in a line, and lines as even as can be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (anchors) => {
        const { lines, perLine } = workbenchGrid(anchors);
        expect(lines * perLine).toBeGreaterThanOrEqual(anchors);
        expect(perLine).toBeLessThanOrEqual(8);
        expect((lines - 1) * perLine).toBeLessThan(anchors);
      }),
    );
    expect(workbenchGrid(12)).toEqual({ lines: 2, perLine: 6 });
  });
});

describe('the ring of a comeback', () => {
  it('shows how much of its time is left', () => {
    const round = comeback({ length: 60_000, ran: 15_000, since: 100_000 });
    expect(revivingPart(round, 100_000)).toBe(0.75);
    expect(revivingPart(round, 115_000)).toBe(0.5);
    expect(revivingPart(round, 900_000)).toBe(0);
    expect(revivingRuns(round)).toBe(true);
  });

  it('stands while the comeback is paused', () => {
    const round = comeback({ length: 60_000, ran: 30_000, since: null });
    expect(revivingPart(round, 1)).toBe(0.5);
    expect(revivingPart(round, 1_000_000)).toBe(0.5);
    expect(revivingRuns(round)).toBe(false);
  });

  it('shows no time in another round, nor where there is no end', () => {
    expect(revivingPart(comeback({ length: 60_000, ran: 0, since: 1 }, 'battle'), 5)).toBeNull();
    expect(revivingPart(comeback({ length: 0, ran: 0, since: 1 }), 5)).toBeNull();
    expect(revivingPart(undefined, 5)).toBeNull();
  });
});

describe('the background of a workbench', () => {
  it('is nothing, pure green, pure magenta or the colour that was chosen', () => {
    expect(colourOf({ kind: 'transparent' })).toBeNull();
    expect(colourOf({ kind: 'green' })).toBe('#00ff00');
    expect(colourOf({ kind: 'magenta' })).toBe('#ff00ff');
    expect(colourOf({ kind: 'custom', colour: '#0047bb' })).toBe('#0047bb');
  });
});

describe('a workbench in a window', () => {
  const bench = (more: object = {}) => widgetOptionsSchema.parse({ kind: 'workbench', ...more });

  it('has the layout of the window and knows the colour that it stands before', () => {
    const wishes = windowWishes('?layout=vertical&background=%2300ff00');
    expect(inWindow(bench(), wishes)).toMatchObject({
      layout: 'vertical',
      background: { kind: 'custom', colour: '#00ff00' },
    });
  });

  it('keeps the colour that the host chose for it', () => {
    const magenta = bench({ background: { kind: 'magenta' } });
    expect(inWindow(magenta, windowWishes('?background=%2300ff00'))).toEqual(magenta);
  });

  it('is as the host set it in a window that lets through what is behind it, or says nothing that can be read', () => {
    for (const search of [
      '',
      '?background=transparent',
      '?background=red;x:url(y)',
      '?layout=round',
      '?%00&%ff',
    ]) {
      expect(inWindow(bench(), windowWishes(search))).toEqual(bench());
    }
  });

  it('is the only widget that a window has a say in', () => {
    const wishes = windowWishes('?layout=vertical&background=%2300ff00');
    for (const kind of widgetKinds.filter((each) => each !== 'workbench')) {
      const options = widgetOptionsSchema.parse({ kind });
      expect(inWindow(options, wishes)).toEqual(options);
    }
  });
});
