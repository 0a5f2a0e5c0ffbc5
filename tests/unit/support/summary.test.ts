import { describe, expect, it } from 'vitest';
import { type Report, slowestFiles, summarise } from '#tests/support/summary.ts';

type File = Report['testResults'][number];

const test = (status: string, skipReason?: string) => ({
  status,
  meta: skipReason === undefined ? {} : { skipReason },
});
const file = (status: string, ...assertionResults: File['assertionResults']): File => ({
  name: '/project/tests/unit/some.test.ts',
  status,
  startTime: 0,
  endTime: 0,
  assertionResults,
});

describe('summary of a test run', () => {
  it('counts skipped tests by their reason', () => {
    const { passed, failed, skipped } = summarise({
      success: true,
      testResults: [
        file('passed', test('passed'), test('skipped', 'no frames')),
        file('passed', test('skipped', 'no frames'), test('skipped', 'no prlimit')),
      ],
    });
    expect([passed, failed]).toEqual([1, 0]);
    expect([...skipped]).toEqual([
      ['no frames', 2],
      ['no prlimit', 1],
    ]);
  });

  it('counts tests as failed that did not run because the set-up of their suite failed', () => {
    const { passed, failed, notRun, skipped } = summarise({
      success: false,
      testResults: [file('failed', test('passed'), test('skipped'), test('skipped'), test('skipped', 'x'))],
    });
    expect({ passed, failed, notRun, skipped: [...skipped] }).toEqual({
      passed: 1,
      failed: 2,
      notRun: 2,
      skipped: [['x', 1]],
    });
  });

  it('has at least one failure if the run as a whole failed', () => {
    expect(summarise({ success: false, testResults: [file('failed')] }).failed).toBe(1);
    expect(summarise({ success: false, testResults: [file('passed', test('passed'))] }).failed).toBe(1);
  });
});

describe('list of the slowest files', () => {
  it('has the slowest files first, with the time of each from its start to its end', () => {
    const took = (name: string, startTime: number, endTime: number): File => ({
      ...file('passed'),
      name: `/project/tests/${name}.test.ts`,
      startTime,
      endTime,
    });
    const testResults = [took('e2e/a', 1000, 3500), took('unit/b', 0, 20), took('e2e/c', 5000, 17_340)];
    expect(slowestFiles({ success: true, testResults }, '/project', 2)).toEqual([
      '   12.3 s  tests/e2e/c.test.ts',
      '    2.5 s  tests/e2e/a.test.ts',
    ]);
  });
});
