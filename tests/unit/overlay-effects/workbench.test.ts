import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OverlayRound } from '#shared/contract/overlay/state.ts';
import {
  widgetKinds,
  widgetOptionsSchema,
  workbenchGrid,
  workbenchSize,
} from '#shared/contract/overlay/widget.ts';
import { parseWindowOptions, withWindowOptions } from '../../../overlay/page/address.ts';
import { colourOf, isRevivalRunning, revivingShare } from '../../../overlay/workbench/workbench.ts';

const revival = (
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

describe('workbench size', () => {
  it('is 1920x360 for each eight anchors', () => {
    expect(workbenchSize('horizontal', 0)).toEqual({ width: 1920, height: 360 });
    expect(workbenchSize('horizontal', 8)).toEqual({ width: 1920, height: 360 });
    expect(workbenchSize('horizontal', 9)).toEqual({ width: 1920, height: 720 });
    expect(workbenchSize('horizontal', 16)).toEqual({ width: 1920, height: 720 });
  });

  it('swaps width and height in the vertical layout', () => {
    fc.assert(
      fc.property(fc.nat(40), (anchors) => {
        const { width, height } = workbenchSize('vertical', anchors);
        expect(workbenchSize('horizontal', anchors)).toEqual({ width: height, height: width });
      }),
    );
  });

  it('distributes anchors evenly, at most eight in a line', () => {
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

describe('resurrection ring', () => {
  it('shows the remaining share of the time', () => {
    const round = revival({ length: 60_000, ran: 15_000, since: 100_000 });
    expect(revivingShare(round, 100_000)).toBe(0.75);
    expect(revivingShare(round, 115_000)).toBe(0.5);
    expect(revivingShare(round, 900_000)).toBe(0);
    expect(isRevivalRunning(round)).toBe(true);
  });

  it('does not move while the resurrection is paused', () => {
    const round = revival({ length: 60_000, ran: 30_000, since: null });
    expect(revivingShare(round, 1)).toBe(0.5);
    expect(revivingShare(round, 1_000_000)).toBe(0.5);
    expect(isRevivalRunning(round)).toBe(false);
  });

  it('shows no time in other rounds or without a time limit', () => {
    expect(revivingShare(revival({ length: 60_000, ran: 0, since: 1 }, 'battle'), 5)).toBeNull();
    expect(revivingShare(revival({ length: 0, ran: 0, since: 1 }), 5)).toBeNull();
    expect(revivingShare(undefined, 5)).toBeNull();
  });
});

describe('workbench background', () => {
  it('is transparent, pure green, pure magenta or the chosen colour', () => {
    expect(colourOf({ kind: 'transparent' })).toBeNull();
    expect(colourOf({ kind: 'green' })).toBe('#00ff00');
    expect(colourOf({ kind: 'magenta' })).toBe('#ff00ff');
    expect(colourOf({ kind: 'custom', colour: '#0047bb' })).toBe('#0047bb');
  });
});

describe('workbench in a window', () => {
  const bench = (more: object = {}) => widgetOptionsSchema.parse({ kind: 'workbench', ...more });

  it("uses the window's layout and background", () => {
    const windowOptions = parseWindowOptions('?layout=vertical&background=%2300ff00');
    expect(withWindowOptions(bench(), windowOptions)).toMatchObject({
      layout: 'vertical',
      background: { kind: 'custom', colour: '#00ff00' },
    });
  });

  it('prefers the colour that the host chose for the workbench', () => {
    const magenta = bench({ background: { kind: 'magenta' } });
    expect(withWindowOptions(magenta, parseWindowOptions('?background=%2300ff00'))).toEqual(magenta);
  });

  it('keeps its options in a transparent window or with an invalid query', () => {
    for (const search of [
      '',
      '?background=transparent',
      '?background=red;x:url(y)',
      '?layout=round',
      '?%00&%ff',
    ]) {
      expect(withWindowOptions(bench(), parseWindowOptions(search))).toEqual(bench());
    }
  });

  it('is the only widget that a window changes', () => {
    const windowOptions = parseWindowOptions('?layout=vertical&background=%2300ff00');
    for (const kind of widgetKinds.filter((each) => each !== 'workbench')) {
      const options = widgetOptionsSchema.parse({ kind });
      expect(withWindowOptions(options, windowOptions)).toEqual(options);
    }
  });
});
