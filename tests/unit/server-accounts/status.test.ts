import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { LastMinute } from '#backstage/vitals.ts';
import en from '#locales/en.json' with { type: 'json' };
import { FULL_BELOW, HostDisk } from '#server/metrics/hostDisk.ts';
import { alertLimits, type ProblemFigures, problemsIn } from '#server/metrics/overview.ts';
import { statusProblemKinds } from '#shared/contract/api/status.ts';

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          labels: z.object({ severity: z.string() }),
          annotations: z.object({ description: z.string() }),
        }),
      ),
    }),
  ),
});

const GB = 1e9;
const well: ProblemFigures = {
  lagSeconds: 0.01,
  commitSeconds: 0.002,
  rows: [{ state: 'onAir', upstreamAwayMs: 0 }],
  disk: { free: 50 * GB, size: 100 * GB },
  seats: [{ kind: 'hosts', used: 8, limit: 10 }],
  recordingsSeconds: 0,
};

describe('server problems', () => {
  it('are empty on a healthy server', () => {
    expect(problemsIn(well)).toEqual([]);
    expect(problemsIn({ ...well, commitSeconds: null, disk: null })).toEqual([]);
    expect(problemsIn({ ...well, seats: [{ kind: 'visitors', used: 0, limit: 0 }] })).toEqual([]);
  });

  it('have the thresholds of the Prometheus alerts', () => {
    const rules = readFileSync('build/prometheus/ringside.rules.yaml', 'utf8');
    const thresholds = [...rules.matchAll(/expr: .*[<>] ([\d.]+)$/gm)].map(([, value]) => Number(value));
    const { lagSeconds, commitSeconds, awaySeconds, diskFree, seats, recordingsSeconds } = alertLimits;
    expect(thresholds).toEqual([
      ...[lagSeconds, commitSeconds, 0, 0, awaySeconds, FULL_BELOW, diskFree, seats],
      recordingsSeconds,
    ]);
  });

  it('have the names, severities and advice of the Prometheus alerts', () => {
    const { groups } = rulesSchema.parse(parse(readFileSync('build/prometheus/ringside.rules.yaml', 'utf8')));
    const alerts = groups.flatMap(({ rules }) =>
      rules.map(({ alert, labels, annotations }) => {
        return { alert, severity: labels.severity, advice: annotations.description };
      }),
    );
    const broken = problemsIn({
      lagSeconds: 1,
      commitSeconds: 1,
      rows: [
        { state: 'blocked', upstreamAwayMs: 0 },
        { state: 'failed', upstreamAwayMs: 0 },
        { state: 'away', upstreamAwayMs: 61_000 },
      ],
      disk: { free: 10 * GB, size: 100 * GB },
      seats: [{ kind: 'hosts', used: 9, limit: 10 }],
      recordingsSeconds: 61,
    });
    const full = problemsIn({ ...well, disk: { free: 1000, size: 100 * GB } });
    const found = [...broken, ...full].map(({ kind, severity }) => ({ kind, severity }));
    expect(found.map(({ kind }) => kind).sort()).toEqual([...statusProblemKinds].sort());
    // The admin area detects these two by itself.
    const away = ['databaseDown', 'down'].map((kind) => ({ kind, severity: 'critical' }));
    const texts: Record<string, string> = en;
    const shown = [...found, ...away].map(({ kind, severity }) => ({
      alert: `Ringside${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      severity,
      advice: expect.stringContaining(texts[`admin.overview.todo.${kind}`] ?? kind),
    }));
    const byName = (a: { alert: string }, b: { alert: string }) => a.alert.localeCompare(b.alert);
    expect(alerts.sort(byName)).toEqual(shown.sort(byName));
  });

  it('are sorted so that the loss of gifts comes first', () => {
    const found = problemsIn({
      lagSeconds: 0.2,
      commitSeconds: 0.3,
      rows: [
        { state: 'blocked', upstreamAwayMs: 0 },
        { state: 'blocked', upstreamAwayMs: 0 },
        { state: 'failed', upstreamAwayMs: 0 },
        { state: 'away', upstreamAwayMs: 61_000 },
      ],
      disk: { free: 10 * GB, size: 100 * GB },
      seats: [
        { kind: 'hosts', used: 9, limit: 10 },
        { kind: 'overlays', used: 10, limit: 5000 },
      ],
      recordingsSeconds: 70,
    });
    expect(found.map(({ kind, severity, value }) => [kind, severity, value])).toEqual([
      ['showBlocked', 'critical', 2],
      ['showFailed', 'critical', 1],
      ['upstreamAway', 'critical', 61],
      ['diskSpace', 'warning', 0.1],
      ['slowDisk', 'warning', 0.3],
      ['lag', 'warning', 0.2],
      ['seats', 'warning', 0.9],
      ['recordings', 'warning', 70],
    ]);
    const full = problemsIn({ ...well, disk: { free: 1000, size: 100 * GB } });
    expect(full.map(({ kind }) => kind)).toEqual(['diskFull']);
  });
});

describe('gifts of the last minute', () => {
  it('are forgotten after a minute', () => {
    const gifts = new LastMinute();
    gifts.add(3, 1_000_000);
    gifts.add(4, 1_030_000);
    expect(gifts.sum(1_050_000)).toBe(7);
    expect(gifts.sum(1_070_000)).toBe(4);
    expect(gifts.sum(2_000_000)).toBe(0);
  });

  it('are counted anew when the clock was set back', () => {
    const gifts = new LastMinute();
    gifts.add(3, 9_000_000);
    gifts.add(1, 1_000_000);
    expect(gifts.sum(1_000_000)).toBe(1);
    expect(gifts.sum(1_090_000)).toBe(0);
  });
});

describe('disk usage of accounts', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-host-disk-'));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('includes closed backstages, and is measured again after a visit', async () => {
    const write = (name: string, bytes: number) => writeFileSync(join(dataDir, name), Buffer.alloc(bytes));
    mkdirSync(join(dataDir, 'hosts/1-a/shows/first'), { recursive: true });
    mkdirSync(join(dataDir, 'hosts/2-b'), { recursive: true });
    write('hosts/1-a/presets.json', 100);
    write('hosts/1-a/shows/first/journal.sqlite', 5000);
    write('hosts/2-b/presets.json', 10);
    const open = new Map<string, number | null>([['2-b', 77]]);
    const disk = new HostDisk(dataDir, () => open);
    let now = 1_000_000;
    const measured = async () => {
      now += 60_000;
      disk.sizes(now);
      await expect.poll(() => disk.measuredAt).toBe(now);
      return Object.fromEntries(disk.sizes(now));
    };
    expect(Object.fromEntries(disk.sizes(now))).toEqual({ '2-b': 77 });
    await expect.poll(() => disk.measuredAt).toBe(now);
    expect(await measured()).toEqual({ '1-a': 5100, '2-b': 77 });
    // The folder was open during the last measurement.
    open.clear();
    write('hosts/2-b/presets.json', 500);
    mkdirSync(join(dataDir, 'hosts/1-a/shows/second'));
    write('hosts/1-a/shows/second/journal.sqlite', 900);
    expect(await measured()).toEqual({ '1-a': 6000, '2-b': 500 });
    rmSync(join(dataDir, 'hosts/1-a'), { recursive: true });
    expect(await measured()).toEqual({ '2-b': 500 });
  });
});
