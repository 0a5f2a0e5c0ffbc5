import { expect, it } from 'vitest';
import type { Backstage } from '#backstage/api.ts';
import { drawPortrait } from '#backstage/rehearsal/platform/answers.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import { TestScreen } from '#tests/integration/backstage/testScreen.ts';
import { samplePack, zipOf } from './samplePack.ts';

/** A host whose backstage is opened several times, one after another. */
interface StoredHost {
  /** Closes the open backstage and opens the next one, on whichever machine it is. */
  next(): Promise<Backstage>;
  /** Whether the token leads to the host's overlays while no backstage is open. */
  finds(token: string): Promise<boolean>;
}

/** The promises of every place that stores the files of a host. */
export function describeHostFiles(create: () => Promise<StoredHost>): void {
  const linesOf = async (screen: TestScreen) => (await screen.call('lines.list', {})).bothLines;

  it('keeps presets, lines, widgets and pictures for the next backstage', async () => {
    const host = await create();
    const screen = new TestScreen(await host.next());
    const data = `data:image/png;base64,${Buffer.from(drawPortrait(9)).toString('base64')}`;
    const { picture } = await screen.call('pictures.put', { data });
    const anchors = [{ id: 'a', nickname: 'Mika', avatar: picture }];
    const { preset } = await screen.call('presets.save', {
      preset: presetDraftSchema.parse({ name: 'Team', anchors }),
    });
    const { lines } = await screen.call('lines.list', {});
    await screen.call('lines.save', { lines, bothLines: true });
    const { link } = await screen.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'ja' });
    const zip = zipOf(samplePack());
    const packed = { id: '', size: zip.length, offset: 0, data: zip.toString('base64') };
    const { pack } = await screen.call('packs.put', packed);
    const backstage = await host.next();
    const again = new TestScreen(backstage);
    expect((await again.call('presets.list', {})).presets).toEqual([preset]);
    expect(await linesOf(again)).toBe(true);
    expect((await again.call('overlay.list', {})).links.map(({ id }) => id)).toEqual([link.id]);
    expect((await again.call('pictures.read', { pictures: [picture] })).pictures).toEqual([
      { id: picture, data },
    ]);
    expect((await again.call('packs.put', packed)).pack).toEqual(pack);
    expect(backstage.overlays.picture(pack?.id ?? '')?.type).toBe('application/json');
  });

  it('keeps the newest version and nothing that was deleted', async () => {
    const host = await create();
    const screen = new TestScreen(await host.next());
    const save = async (name: string) =>
      (await screen.call('presets.save', { preset: presetDraftSchema.parse({ name, anchors: [] }) })).preset;
    const [first, second] = [await save('First'), await save('Second')];
    await screen.call('presets.delete', { presetId: first.id });
    const { version: _version, ...draft } = second;
    await screen.call('presets.save', { preset: { ...draft, name: 'Renamed' } });
    const again = new TestScreen(await host.next());
    expect((await again.call('presets.list', {})).presets.map(({ name }) => name)).toEqual(['Renamed']);
  });

  it('finds the overlays of a link until the link is revoked', async () => {
    const host = await create();
    const backstage = await host.next();
    const screen = new TestScreen(backstage);
    const tokens: string[] = [];
    backstage.overlays.onLinks((links) => tokens.push(...links.map(({ token }) => token)));
    const { link } = await screen.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' });
    const [token = ''] = tokens;
    expect(await host.finds(token)).toBe(true);
    await screen.call('overlay.revoke', { id: link.id });
    const revoked = tokens.at(-1) ?? '';
    expect(revoked).not.toBe(token);
    expect([await host.finds(token), await host.finds(revoked)]).toEqual([false, true]);
    const next = await host.next();
    expect([token, revoked].map((each) => next.overlays.knows(each))).toEqual([false, true]);
  });
}
