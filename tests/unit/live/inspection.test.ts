import { describe, expect, it } from 'vitest';
import { Inspection, OTHER } from '#shared/live/inspection.ts';

describe('unknown messages', () => {
  it('are counted by method, and the newest few of each are kept', () => {
    const inspection = new Inspection({ specimensPerMethod: 2 });
    for (let i = 0; i < 5; i += 1) inspection.addUnknown('A', Uint8Array.of(i));
    inspection.addBroken('A', Uint8Array.of(9), 'why');
    inspection.addBroken('B', Uint8Array.of(7), 'because');
    expect(inspection.unknown).toBe(5);
    expect(inspection.broken).toBe(2);
    expect(inspection.report()).toEqual([
      {
        method: 'A',
        unknown: 5,
        broken: 1,
        specimens: [
          { fault: 'unknown', reason: '', bytes: Uint8Array.of(4), length: 1 },
          { fault: 'broken', reason: 'why', bytes: Uint8Array.of(9), length: 1 },
        ],
      },
      {
        method: 'B',
        unknown: 0,
        broken: 1,
        specimens: [{ fault: 'broken', reason: 'because', bytes: Uint8Array.of(7), length: 1 }],
      },
    ]);
  });

  it('are the newest few of a method at any time', () => {
    const inspection = new Inspection({ specimensPerMethod: 3 });
    for (let sent = 1; sent <= 10; sent += 1) {
      inspection.addUnknown('A', Uint8Array.of(sent));
      const kept = inspection
        .report()[0]
        ?.specimens.flatMap(({ bytes }) => [...bytes])
        .sort((a, b) => a - b);
      expect(kept).toEqual([sent - 2, sent - 1, sent].filter((each) => each > 0));
    }
  });

  it('are kept as shortened copies, so that no frame stays in memory', () => {
    const inspection = new Inspection({ bytesPerSpecimen: 4 });
    const frame = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]);
    inspection.addUnknown('A', frame);
    frame.fill(0);
    const specimen = inspection.report()[0]?.specimens[0];
    expect(specimen?.bytes).toEqual(Uint8Array.of(1, 2, 3, 4));
    expect(specimen?.length).toBe(8);
    expect(specimen?.bytes.buffer.byteLength).toBe(4);
  });

  it('cannot fill the memory with invented or endless method names', () => {
    const inspection = new Inspection({ methods: 3 });
    for (let i = 0; i < 1000; i += 1) inspection.addUnknown(`${i}${'x'.repeat(1000)}`, new Uint8Array(0));
    const report = inspection.report();
    expect(report).toHaveLength(4);
    expect(report.at(-1)).toMatchObject({ method: OTHER, unknown: 997 });
    expect(Math.max(...report.map(({ method }) => method.length))).toBeLessThanOrEqual(100);
    expect(inspection.unknown).toBe(1000);
  });
});
