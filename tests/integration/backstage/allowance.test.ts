import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unlimited } from '#backstage/allowance.ts';
import { backstage, linesTo, simulator, startShow } from './setup.ts';

describe('what one backstage of many may use', () => {
  it('limits how many presets are made, and keeps those that are there', async () => {
    const { screen } = await backstage({ allowance: { ...unlimited, presets: 2 } });
    const save = (name: string) => screen.call('presets.save', { preset: { name, anchors: [] } });
    const { preset } = await save('one');
    await save('two');
    await expect(save('three')).rejects.toMatchObject({
      problem: { code: 'preset.tooMany', params: { limit: 2 } },
    });
    expect(await screen.refusal('rehearsal.open', { size: 'small', locale: 'en' })).toBe('preset.tooMany');
    const { version: _version, ...draft } = preset;
    await screen.call('presets.save', { preset: { ...draft, name: 'renamed' } });
    const { place } = await screen.call('presets.delete', { presetId: preset.id });
    await save('another');
    expect(await screen.refusal('presets.restore', { preset, place })).toBe('preset.tooMany');
  });

  it('lets a running show go on over a full quota, and refuses the next one', async () => {
    const sim = await simulator();
    const allowance = { ...unlimited, diskBytes: 4 * 1024 * 1024 };
    const { screen, dataDir } = await backstage({ lines: linesTo(sim), allowance });
    await startShow(screen, sim);
    writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(5 * 1024 * 1024));
    sim.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await screen.until(() => screen.state.seen.count === 3);
    expect(screen.state.status).toBe('counting');
    const replaced = screen.refusal('rehearsal.open', { size: 'small', locale: 'en', confirm: true });
    expect(await replaced).toBe('storage.quota');
    expect(screen.state.status).toBe('counting');
    await screen.call('session.act', { action: 'end' });
    await screen.until(() => screen.state.status === 'ended');
    const { presets } = await screen.call('presets.list', {});
    const next = screen.call('session.choosePreset', { presetId: presets[0]?.id ?? '' });
    await expect(next).rejects.toMatchObject({
      problem: { code: 'storage.quota', params: { used: 5, limit: 4 } },
    });
  });

  it('gives visitors no storm', async () => {
    const allowance = { ...unlimited, rehearsalSizes: ['small', 'normal'] as const };
    const { screen } = await backstage({ allowance });
    for (const size of ['busy', 'storm'] as const) {
      expect(await screen.refusal('rehearsal.open', { size, locale: 'en' })).toBe(
        'rehearsal.sizeNeedsAccount',
      );
    }
    expect(await screen.refusal('rehearsal.open', { size: 'normal', locale: 'en' })).toBe('ok');
  });

  it('ends a rehearsal in time and says so; another one can be begun', async () => {
    const { screen } = await backstage({ allowance: { ...unlimited, rehearsalMs: 1 } });
    await screen.call('rehearsal.open', { size: 'small', locale: 'en' });
    await screen.until(() => screen.notices.has('rehearsal.timeUp'));
    await screen.until(() => screen.connection?.phase === 'idle');
    expect(await screen.refusal('rehearsal.open', { size: 'small', locale: 'en' })).toBe('ok');
  });
});
