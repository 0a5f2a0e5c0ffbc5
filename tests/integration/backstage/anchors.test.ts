import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BackstageOptions } from '#backstage/options.ts';
import { blockedAnswer, drawPortrait } from '#backstage/rehearsal/platform/answers.ts';
import type { AnchorFacts } from '#shared/contract/anchors.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { rateLimitedAnswer } from '../../simulator/access.ts';
import { backstage, linesTo, simulator } from './setup.ts';
import type { TestScreen } from './testScreen.ts';

const ROSE = 5655;
const quick = { apart: 1, fresh: 60_000, retry: 20, longest: 200 };

/** A show whose preset has the simulator's anchors by their usernames. */
async function show(options: SimulatorOptions = {}, more: Partial<BackstageOptions> = {}) {
  const sim = await simulator(options);
  const opened = await backstage({ lines: linesTo(sim), anchorTimes: quick, ...more });
  const { screen } = opened;
  const anchors = sim.anchors.map(({ username, nickname }, at) => ({ id: `a${at}`, nickname, username }));
  const { preset } = await screen.call('presets.save', {
    preset: presetDraftSchema.parse({ name: 'A', anchors }),
  });
  await screen.call('session.choosePreset', { presetId: preset.id });
  return { sim, ...opened, preset };
}

function known(screen: TestScreen): AnchorFacts[] {
  const told = screen.pushes.findLast((push) => push.push === 'anchors');
  return told?.push === 'anchors' ? told.anchors : [];
}

describe('anchor accounts of a show', () => {
  it('are looked up by username: name, picture, followers, following, live or not', async () => {
    const { sim, screen } = await show();
    await screen.until(() => known(screen).length === sim.anchors.length);
    const facts = known(screen);
    expect(facts.map(({ nickname }) => nickname)).toEqual(sim.anchors.map(({ nickname }) => nickname));
    expect(facts.map(({ userId }) => userId)).toEqual(sim.anchors.map(({ id }) => id));
    expect(facts.map(({ live }) => live)).toEqual([true, false, true, false]);
    for (const { followers, following } of facts) expect(Math.min(followers, following)).toBeGreaterThan(0);
    const ids = facts.map(({ avatar }) => avatar);
    const { pictures } = await screen.call('pictures.read', { pictures: ids });
    const drawn = sim.anchors.map(({ look }) => Buffer.from(drawPortrait(look)).toString('base64'));
    expect(pictures.map(({ data }) => data)).toEqual(drawn.map((each) => `data:image/png;base64,${each}`));
  });

  it('are known at once after a restart, and an unknown name does not delay the others', async () => {
    const { sim, screen, dataDir, close, preset } = await show();
    await screen.until(() => known(screen).length === 4);
    const { id, version: _version, ...draft } = preset;
    const [first] = draft.anchors;
    if (first === undefined) throw new Error('no anchor');
    const anchors = [{ ...first, id: 'x', nickname: 'X', username: 'nobody.at.all' }, ...draft.anchors];
    await screen.call('presets.save', { preset: { ...draft, id, anchors } });
    await close();
    expect(existsSync(join(dataDir, 'anchors.json'))).toBe(true);
    const again = await backstage({ lines: linesTo(sim), dataDir, anchorTimes: { ...quick, apart: 60_000 } });
    expect(known(again.screen)).toHaveLength(4);
  });

  it('wait for the time that the platform requests, and the show continues meanwhile', async () => {
    let asked = 0;
    const { sim, screen } = await show({
      answer: (call) => {
        if (call !== 'profile') return undefined;
        asked += 1;
        return rateLimitedAnswer(3600);
      },
    });
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    await sim.entered(1);
    await screen.call('session.act', { action: 'start' });
    sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await screen.until(() => screen.votes('unallocated') === 3 && asked === 1);
    const [first] = sim.anchors;
    expect(await screen.refusal('anchors.look', { username: first?.username ?? '' })).toBe(
      'room.rateLimited',
    );
    expect(asked).toBe(1);
  });

  it('are requested again after a refusal, with another device identity and a growing delay', async () => {
    let asked = 0;
    const times: number[] = [];
    const { screen } = await show({
      answer: (call) => {
        if (call !== 'profile') return undefined;
        asked += 1;
        times.push(performance.now());
        return asked <= 3 ? blockedAnswer : undefined;
      },
    });
    await screen.until(() => known(screen).length === 4);
    const [first = 0, second = 0, third = 0, fourth = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(19);
    expect(third - second).toBeGreaterThanOrEqual(39);
    expect(fourth - third).toBeGreaterThanOrEqual(79);
  });

  it('do not delay the shutdown while the platform does not answer', async () => {
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    const { close } = await show({}, { fetch: silent });
    const begun = performance.now();
    await close();
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('are looked up one by one for a form, which reports a mistyped name', async () => {
    const { sim, screen } = await show({}, { anchorTimes: { ...quick, apart: 60_000 } });
    const [, second] = sim.anchors;
    const { anchor } = await screen.call('anchors.look', { username: ` @${second?.username ?? ''} ` });
    expect(anchor).toMatchObject({ nickname: second?.nickname, userId: second?.id, live: false });
    expect(await screen.refusal('anchors.look', { username: 'nobody.at.all' })).toBe('room.noSuchUser');
    expect(await screen.refusal('anchors.look', { username: 'a/b' })).toBe('username.invalid');
  });
});

describe('uploaded picture', () => {
  it('is stored for an anchor and shown on every screen', async () => {
    const { screen } = await backstage();
    const data = `data:image/png;base64,${Buffer.from(drawPortrait(9)).toString('base64')}`;
    const { picture } = await screen.call('pictures.put', { data });
    const draft = presetDraftSchema.parse({
      name: 'B',
      anchors: [{ id: 'a', nickname: 'A', avatar: picture }],
    });
    const { preset } = await screen.call('presets.save', { preset: draft });
    expect(preset.anchors[0]?.avatar).toBe(picture);
    expect((await screen.call('pictures.read', { pictures: [picture] })).pictures).toEqual([
      { id: picture, data },
    ]);
  });

  it('is refused if it is no picture, and an anchor can refer to stored pictures only', async () => {
    const { screen } = await backstage();
    const of = (text: string) => `data:image/png;base64,${Buffer.from(text).toString('base64')}`;
    expect(await screen.refusal('pictures.put', { data: of('<svg/>') })).toBe('picture.invalid');
    for (const data of [
      'data:image/svg+xml;base64,AAAA',
      'data:text/html;base64,AAAA',
      'javascript:alert(1)',
      '',
    ]) {
      expect(await screen.refusal('pictures.put', { data })).toBe('invalid');
    }
    const anchors = [{ id: 'a', nickname: 'A', avatar: 'https://elsewhere.example/a.png' }];
    expect(await screen.refusal('presets.save', { preset: { name: 'C', anchors } })).toBe('picture.invalid');
  });
});
