import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eraseBackstage } from '#backstage/dataFolder.ts';
import { widgetKinds } from '#shared/contract/overlay/widget.ts';
import { periodAround } from '#shared/season/period.ts';
import { samplePack, zipOf } from '#tests/support/samplePack.ts';
import { presetOfTwo } from '../backstage/fixtures.ts';
import { backstage, linesTo, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';
import type { TestScreen } from '../backstage/testScreen.ts';
import { checked, exported, fileOf, imported, linesOf, noScreen, sent } from './deviceFiles.ts';

const rose = { id: 5655, name: 'Rose', diamonds: 10, type: 2 } as const;
const unknownGift = { id: 900_001, name: 'Lantern', diamonds: 7, type: 2 } as const;
/** The smallest PNG: its header is enough to be a picture. */
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('0000000100000001', 'hex'),
  Buffer.from('0806000000', 'hex'),
]);

/** A device with something of every kind, and an ended show of four gifts. */
async function fullDevice() {
  const sim = await simulator();
  const device = await backstage({ lines: linesTo(sim) });
  const { screen } = device;
  device.remote.serveAt('http://127.0.0.1:1/remote/v1');
  await startShow(screen, sim);
  for (const gift of [rose, rose, rose, unknownGift]) sim.sendGift({ viewer: 'Ada', gift });
  await screen.until(() => screen.state.seen.count === 4);
  await screen.call('session.act', { action: 'end' });
  const { picture } = await screen.call('pictures.put', {
    data: `data:image/png;base64,${png.toString('base64')}`,
  });
  const [first] = presetOfTwo.anchors;
  await screen.call('presets.save', {
    preset: {
      ...presetOfTwo,
      name: 'With a face',
      anchors: first === undefined ? [] : [{ ...first, avatar: picture }],
    },
  });
  await screen.call('overlay.create', { kind: widgetKinds[0], name: 'Bar', language: 'en' });
  const zip = zipOf(samplePack());
  await screen.call('packs.put', { id: '', size: zip.length, offset: 0, data: zip.toString('base64') });
  await screen.call('lines.save', {
    lines: linesTo(sim).map((line) => ({
      ...line,
      kind: 'signed' as const,
      signUrl: 'https://sign.example.org',
      signKey: 'SECRETKEY',
    })),
    bothLines: true,
  });
  const season = { id: 'autumn', name: 'Autumn 2026', period: { from: 1000, until: 2000 } };
  await screen.call('season.put', { season });
  await screen.call('remotes.create', { name: 'Deck', scope: 'steer' });
  const { rules } = (await screen.call('payout.read', { period: today() })).payout;
  await screen.call('payout.saveRules', { rules: { ...rules, currency: 'EUR', worth: 50_000 } });
  return { ...device, sim };
}

const today = () => periodAround('day', Date.now(), 'UTC');
const emptyDevice = async () => {
  const device = await backstage();
  device.remote.serveAt('http://127.0.0.1:1/remote/v1');
  return device;
};
const seasonOf = async (screen: TestScreen) =>
  (await screen.call('report.season', { period: today(), before: today() })).season;
/** Everything that a device stores, by path. */
const stored = (dataDir: string) =>
  new Map(
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.json$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('/transfer/'))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );

describe('the file of a device', () => {
  it('brings effect packs with all their files, and none that lacks one', async () => {
    const from = await fullDevice();
    const file = await exported(from.screen, false);
    const packsOf = async (dataDir: string) => {
      const stored: unknown = JSON.parse(readFileSync(join(dataDir, 'packs.json'), 'utf8'));
      return Object(stored).content.packs;
    };
    const to = await emptyDevice();
    await imported(to.screen, file);
    const [pack] = await packsOf(to.dataDir);
    expect(await packsOf(from.dataDir)).toEqual([pack]);
    const { pictures } = await to.screen.call('pictures.read', { pictures: [pack.id, ...pack.files] });
    expect(pictures.map(({ data }) => data.slice(0, data.indexOf(';')))).toEqual([
      'data:application/json',
      ...pack.files.map(() => 'data:image/webp'),
    ]);

    const cut = linesOf(file).filter((line) => Object(line).id !== pack.files[0]);
    const other = await emptyDevice();
    await imported(other.screen, fileOf(cut));
    expect(await packsOf(other.dataDir)).toEqual([]);
  });

  it('brings everything to an empty device, which exports the same again, without a secret', async () => {
    const from = await fullDevice();
    const part = { settings: { language: 'zh_CN', dark: false }, keys: { 'round.start': 'KeyQ' } };
    const file = await exported(from.screen, true, part);
    const text = JSON.stringify(linesOf(file));
    const tokens = ['overlays.json', 'remotes.json'].flatMap(
      (name) => readFileSync(join(from.dataDir, name), 'utf8').match(/[\w-]{43}/g) ?? [],
    );
    expect(tokens.length).toBeGreaterThan(1);
    for (const secret of ['SECRETKEY', ...tokens]) expect(text).not.toContain(secret);

    const to = await emptyDevice();
    const preview = await checked(to.screen, file);
    expect(Object.fromEntries(preview.kinds.map(({ kind, counts }) => [kind, counts.new]))).toMatchObject({
      presets: 2,
      widgets: 1,
      packs: 1,
      lines: 3,
      remotes: 1,
      gifts: 1,
      seasons: 1,
      shows: 1,
    });
    const result = await imported(to.screen, file);
    expect(result.screen).toEqual(part);
    expect(result.tokens).toMatchObject([{ name: 'Deck', scope: 'steer' }]);
    expect(to.remote.admit(result.tokens[0]?.token ?? '')).not.toBeNull();
    expect(linesOf(await exported(to.screen, true, part))).toEqual(linesOf(file));
    const [mine, theirs] = [await seasonOf(from.screen), await seasonOf(to.screen)];
    expect(theirs).toEqual(mine);
    expect(theirs.viewers).toMatchObject([{ name: 'Ada', count: 4, diamonds: 37 }]);

    // A second import doubles nothing.
    const again = await checked(to.screen, file, part);
    for (const { counts } of again.kinds) expect(counts).toMatchObject({ new: 0, changed: 0 });
    await imported(to.screen, file);
    expect(await seasonOf(to.screen)).toEqual(mine);
  });

  it('says per kind what it would change, and changes only what the host chooses, until that is undone', async () => {
    const { screen, dataDir } = await fullDevice();
    const file = await exported(screen);
    const { presets } = await screen.call('presets.list', {});
    const [two, face] = presets;
    if (two === undefined || face === undefined) throw new Error('no presets');
    await screen.call('presets.save', { preset: { ...two, mode: 'battle' } });
    await screen.call('presets.delete', { presetId: face.id });
    await screen.call('lines.save', { lines: linesTo({ webUrl: 'http://a.test', wsUrl: 'ws://a.test' }) });
    const before = stored(dataDir);
    const preview = await checked(screen, file);
    const ofPresets = preview.kinds.find(({ kind }) => kind === 'presets');
    expect(ofPresets?.items).toMatchObject([
      { name: 'With a face', state: 'new', fields: [], at: null, until: null },
      { name: 'Two', state: 'changed', fields: ['mode'], at: null, until: null },
    ]);
    expect(stored(dataDir)).toEqual(before);
    await imported(screen, file, { kinds: ['presets'] });
    const now = await screen.call('presets.list', {});
    expect(now.presets.map(({ name, mode }) => [name, mode])).toEqual([
      ['Two', two.mode],
      ['With a face', face.mode],
    ]);
    expect((await screen.call('lines.list', {})).lines[0]?.webUrl).toBe('http://a.test');
    await screen.call('transfer.undo', {});
    expect(stored(dataDir)).toEqual(before);
    expect((await screen.call('presets.list', {})).presets.map(({ mode }) => mode)).toEqual(['battle']);
    expect(await screen.refusal('transfer.undo', {})).toBe('transfer.noUndo');
  });

  it('can be undone after a restart, back to what an earlier import had brought', async () => {
    const file = await exported((await fullDevice()).screen);
    const first = await emptyDevice();
    await imported(first.screen, file, { kinds: ['gifts'] });
    await imported(first.screen, file, { kinds: ['presets'] });
    await first.close();
    const { screen } = await backstage({ dataDir: first.dataDir });
    await screen.call('transfer.undo', {});
    expect((await screen.call('presets.list', {})).presets).toEqual([]);
    expect(await screen.refusal('transfer.undo', {})).toBe('transfer.noUndo');
  });

  it('does not undo over later changes, and an undo takes imported shows away again', async () => {
    const file = await exported((await fullDevice()).screen);
    const { screen } = await emptyDevice();
    await imported(screen, file);
    await screen.call('presets.save', { preset: { ...presetOfTwo, name: 'Mine' } });
    expect(await screen.refusal('transfer.undo', {})).toBe('transfer.undoChanged');
    const { presets } = await screen.call('presets.list', {});
    await screen.call('presets.delete', { presetId: presets.at(-1)?.id ?? '' });
    await screen.call('transfer.undo', {});
    expect((await seasonOf(screen)).shows).toEqual([]);
    expect((await screen.call('remotes.list', {})).remotes).toEqual([]);
  });

  it('leaves a running show alone, and brings older shows meanwhile', async () => {
    const other = await fullDevice();
    const file = await exported(other.screen);
    const sim = await simulator();
    const { screen, close, dataDir } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const { kinds, id, plan } = await checked(screen, file);
    const blocked = kinds.filter((each) => each.blocked?.code === 'transfer.onAir').map(({ kind }) => kind);
    expect(blocked).toEqual(['presets', 'widgets', 'lines']);
    const refusal = await screen.refusal('transfer.apply', {
      id,
      plan,
      kinds: ['gifts', 'lines'],
      screen: noScreen,
    });
    expect(refusal).toBe('transfer.onAir');
    await imported(screen, file, { kinds: ['gifts', 'shows'] });
    sim.sendGift({ viewer: 'Ben', gift: rose });
    await screen.until(() => screen.state.seen.count === 1);
    expect((await seasonOf(screen)).shows).toHaveLength(2);
    const running = screen.showId;
    await close();
    const again = await backstage({ lines: linesTo(sim), dataDir });
    expect(again.screen.showId).toBe(running);
    expect(again.busy).toBe(true);
  });

  it('does not hide a running show behind a later one', async () => {
    const sim = await simulator();
    const { screen } = await backstage({ lines: linesTo(sim) });
    await startShow(screen, sim);
    const file = await exported((await fullDevice()).screen);
    const { kinds } = await checked(screen, file);
    expect(kinds.find(({ kind }) => kind === 'shows')?.blocked?.code).toBe('transfer.onAir');
  });

  it('is taken back at the next start if the process ends within an import', async () => {
    const dataDir = temporaryFolder();
    const before = JSON.stringify({ version: 1, content: [] });
    mkdirSync(join(dataDir, 'transfer'), { recursive: true });
    mkdirSync(join(dataDir, 'shows', '20260101-000000-000abcd'), { recursive: true });
    writeFileSync(join(dataDir, 'presets.json'), '{"version":1,"content":[{"half":1}]}');
    writeFileSync(join(dataDir, 'learned.json'), '{"version":1,"content":{}}');
    const content = {
      at: 1,
      files: [
        { file: 'presets.json', sha256: '', before: Buffer.from(before).toString('base64') },
        { file: 'learned.json', sha256: '', before: null },
      ],
      shows: ['20260101-000000-000abcd'],
      tokens: [],
      screen: null,
    };
    writeFileSync(join(dataDir, 'transfer', 'under-way.json'), JSON.stringify({ version: 1, content }));
    const { screen } = await backstage({ dataDir });
    expect(readFileSync(join(dataDir, 'presets.json'), 'utf8')).toBe(before);
    expect(existsSync(join(dataDir, 'learned.json'))).toBe(false);
    expect(readdirSync(join(dataDir, 'shows'))).toEqual([]);
    expect(readdirSync(join(dataDir, 'transfer'))).toEqual([]);
    expect((await screen.call('transfer.state', {})).undoAt).toBeNull();
  });

  it.each(['applying', 'done'] as const)(
    'of an older version is taken back or can be undone after an update: %s',
    async (phase) => {
      const dataDir = temporaryFolder();
      const before = JSON.stringify({ version: 1, content: [] });
      const written = '{"version":1,"content":[]}\n';
      mkdirSync(join(dataDir, 'transfer', 'before'), { recursive: true });
      writeFileSync(join(dataDir, 'transfer', 'before', 'presets.json'), before);
      writeFileSync(join(dataDir, 'presets.json'), written);
      writeFileSync(join(dataDir, 'seasons.json'), written);
      const sha256 = createHash('sha256').update(written).digest('hex');
      const content = {
        phase,
        at: 1,
        files: ['presets.json', 'seasons.json'].map((file) => ({ file, sha256 })),
        shows: [],
        tokens: [],
        screen: null,
      };
      writeFileSync(join(dataDir, 'transfer', 'import.json'), JSON.stringify({ version: 1, content }));
      const { screen } = await backstage({ dataDir });
      if (phase === 'done') {
        expect((await screen.call('transfer.state', {})).undoAt).toBe(1);
        await screen.call('transfer.undo', {});
      }
      expect(readFileSync(join(dataDir, 'presets.json'), 'utf8')).toBe(before);
      expect(existsSync(join(dataDir, 'seasons.json'))).toBe(false);
      expect((await screen.call('transfer.state', {})).undoAt).toBeNull();
      expect(readdirSync(join(dataDir, 'transfer'))).toEqual([]);
    },
  );

  it('is refused, and changes nothing, if another screen has changed the device meanwhile', async () => {
    const file = await exported((await fullDevice()).screen);
    const { screen } = await emptyDevice();
    const { id, plan } = await checked(screen, file);
    await screen.call('presets.save', { preset: presetOfTwo });
    const args = { id, plan, kinds: ['presets' as const], screen: noScreen };
    expect(await screen.refusal('transfer.apply', args)).toBe('transfer.changed');
    expect((await screen.call('presets.list', {})).presets).toHaveLength(1);
  });
});

describe('a bad file', () => {
  const show = {
    kind: 'show',
    id: '20260101-000000-000abcd',
    facts: { createdAt: 1, lineId: 'line1', rehearsal: null, closed: true },
  };
  const part = (content: unknown, name = 'presets', version = 1) => ({
    kind: 'part',
    part: name,
    version,
    content,
  });
  const bomb = () =>
    gzipSync(
      Buffer.concat([
        Buffer.from('{"kind":"header","format":"ringside-device","version":1,"at":1,"build":""}\n'),
        Buffer.alloc(100 * 1024 * 1024, '\n'),
      ]),
    );
  it.each([
    ['of a newer version', 'transfer.newer', () => fileOf([], { version: 2 })],
    ['with a newer part', 'transfer.newer', () => fileOf([part([], 'presets', 99)])],
    ['that is text', 'transfer.unreadable', () => Buffer.from('hello')],
    [
      'of other bytes',
      'transfer.unreadable',
      () => Buffer.concat([Buffer.from([0x1f, 0x8b]), randomBytes(500)]),
    ],
    ['of other gzip', 'transfer.unreadable', () => gzipSync(randomBytes(5000))],
    ['of other JSON', 'transfer.unreadable', () => gzipSync('{"kind":"other"}\n')],
    ['that unpacks to 100 MB of nothing', 'transfer.damaged', bomb],
    ['with a line of 40 MB', 'transfer.tooLarge', () => fileOf([part(' '.repeat(40 * 1024 * 1024))])],
    ['with a wrong preset', 'transfer.damaged', () => fileOf([part([{ id: 1 }])])],
    ['with a part twice', 'transfer.damaged', () => fileOf([part([]), part([])])],
    ['with an unknown line', 'transfer.damaged', () => fileOf([{ kind: 'other' }])],
    ['with a show that leaves the folder', 'transfer.damaged', () => fileOf([{ ...show, id: '../../x' }])],
    ['with a show without an end', 'transfer.damaged', () => fileOf([show])],
    [
      'with a show of another checksum',
      'transfer.damaged',
      () => fileOf([show, { kind: 'showEnd', digest: '0'.repeat(64) }]),
    ],
  ])('%s is refused with %s', async (_, code, make) => {
    const { screen, dataDir } = await emptyDevice();
    const before = stored(dataDir);
    const refusal = await checked(screen, make()).then(
      () => 'ok',
      (error) => error.problem.code,
    );
    expect(refusal).toBe(code);
    expect(stored(dataDir)).toEqual(before);
    expect((await screen.call('transfer.state', {})).undoAt).toBeNull();
  });

  it('of 500 MB is refused at its first bytes, and one of 5 GB before them', async () => {
    const { screen } = await emptyDevice();
    const { id } = await screen.call('transfer.begin', { size: 500 * 1024 ** 2 });
    const data = Buffer.alloc(1000, 'x').toString('base64');
    expect(await screen.refusal('transfer.write', { id, offset: 0, data })).toBe('transfer.unreadable');
    expect(await screen.refusal('transfer.write', { id, offset: 0, data })).toBe('transfer.gone');
    expect(await screen.refusal('transfer.begin', { size: 5 * 1024 ** 3 })).toBe('transfer.tooLarge');
  });

  it('is refused wherever it was cut or changed', async () => {
    const { screen } = await emptyDevice();
    await screen.call('presets.save', { preset: presetOfTwo });
    await screen.call('overlay.create', { kind: widgetKinds[0], name: 'One', language: 'en' });
    const file = await exported(screen);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: file.length - 1 }), fc.boolean(), async (at, isCut) => {
        const bad = isCut ? file.subarray(0, at) : Buffer.from(file);
        if (!isCut) bad[at] = (bad[at] ?? 0) ^ 0x55;
        const id = await sent(screen, bad);
        const refusal = await screen.refusal('transfer.check', { id, screen: noScreen });
        // Some bytes of a gzip header mean nothing, such as its time.
        if (isCut || at > 9) expect(refusal).toMatch(/^transfer\.(damaged|unreadable)$/);
      }),
      { numRuns: 60 },
    );
  });
});

it('a host whose account was deleted leaves nothing in the folder of a device', async () => {
  const { screen, dataDir, close } = await fullDevice();
  await screen.call('themes.create', { name: 'Agency', base: 'ink', look: {} });
  await imported(screen, await exported(screen));
  await close();
  eraseBackstage(dataDir);
  // These belong to the folder, not to the host.
  const left = readdirSync(dataDir).filter((name) => !/^(lock\.sqlite|folder-identity\.json)/.test(name));
  expect(left).toEqual([]);
});
