import { afterEach, describe, expect, it } from 'vitest';
import { Obs } from '#renderer/data/obs/obs.ts';
import type { ObsWidget } from '#renderer/data/obs/obsWidgets.ts';
import { defaultObsSettings, type ObsSettings } from '#shared/contract/obs.ts';
import { type StandInObs, type StandInOptions, startStandInObs } from '#tests/support/standInObs.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startObs(options: StandInOptions = {}): Promise<StandInObs> {
  const obs = await startStandInObs(options);
  ends.push(() => obs.close());
  return obs;
}

/** The tool's side, with its settings in memory and quick timers. */
function openTool(stored: Partial<ObsSettings> = {}, speed = 20) {
  let saved: ObsSettings = { ...defaultObsSettings, ...stored };
  const obs = new Obs({
    storage: {
      load: async () => saved,
      save: async (settings) => {
        saved = settings;
      },
    },
    after: (ms, task) => {
      const timer = setTimeout(task, ms / speed);
      return () => clearTimeout(timer);
    },
  });
  ends.push(() => obs.stop());
  return { obs, state: () => obs.store.getState(), saved: () => saved };
}

const ranking: ObsWidget = {
  id: 'w1',
  name: 'Ranking',
  url: 'http://127.0.0.1:5180/overlay/?size=own#token-1',
  file: '',
  width: 800,
  height: 600,
  page: { width: 1080, height: 1920 },
  place: { x: 140, y: 192 },
};
const effects: ObsWidget = {
  ...ranking,
  id: 'w2',
  name: 'Effects',
  url: 'http://127.0.0.1:5180/overlay/#token-2',
  ...ranking.page,
  place: null,
};

describe('the connection to OBS', () => {
  it('opens with the right password and shows the scenes in OBS’s order', async () => {
    const there = await startObs({ password: 'geheim', scenes: ['Talk', 'Battle', 'Break'] });
    const { obs, state, saved } = openTool();
    await obs.connect(there.address, 'geheim');
    expect(state()).toMatchObject({ phase: 'open', problem: null });
    expect(state().view).toEqual({ scenes: ['Talk', 'Battle', 'Break'], current: 'Talk', sources: [] });
    expect(saved()).toMatchObject({ address: there.address, password: 'geheim', connects: true });
  });

  it('reports a wrong or missing password, and does not retry by itself', async () => {
    const there = await startObs({ password: 'geheim' });
    for (const password of ['falsch', '']) {
      const { obs, state } = openTool();
      await obs.connect(there.address, password);
      expect(state()).toMatchObject({ phase: 'waiting', problem: { code: 'obs.password' } });
    }
  });

  it('reports that OBS is closed, and connects once OBS starts', async () => {
    const there = await startObs();
    const { address } = there;
    await there.close();
    const { obs, state } = openTool();
    await obs.connect(address, '');
    expect(state()).toMatchObject({ phase: 'waiting', problem: { code: 'obs.closed' } });
    await startObs({ port: Number(new URL(address).port) });
    await expect.poll(() => state().phase).toBe('open');
    expect(state().problem).toBeNull();
  });

  it('reports an OBS that is too old, because it sends no greeting', async () => {
    const there = await startObs({ dialect: 'silent' });
    const { obs, state } = openTool();
    await obs.connect(there.address, '');
    expect(state()).toMatchObject({ phase: 'waiting', problem: { code: 'obs.version' } });
  });

  it('reconnects by itself after a restart of OBS', async () => {
    const there = await startObs();
    const { obs, state } = openTool();
    await obs.connect(there.address, '');
    there.drop();
    await expect.poll(() => state().problem?.code).toBe('obs.lost');
    await expect.poll(() => state().phase).toBe('open');
  });

  it('opens by itself at the next start, unless the host has disconnected it', async () => {
    const there = await startObs();
    const first = openTool({ address: there.address, connects: true });
    await first.obs.start();
    expect(first.state().phase).toBe('open');
    await first.obs.disconnect();
    const next = openTool(first.saved());
    await next.obs.start();
    expect(next.state().phase).toBe('off');
    expect(first.saved().password).toBe('');
  });
});

describe('a widget in OBS', () => {
  async function connected(options: StandInOptions = {}, widgets: readonly ObsWidget[] = [ranking]) {
    const there = await startObs(options);
    const tool = openTool();
    tool.obs.setWidgets(widgets);
    await tool.obs.connect(there.address, '');
    return { there, ...tool };
  }

  it('is added as a browser source of its own size, where it is on a full page', async () => {
    const { there, obs, state } = await connected({ scenes: ['Battle'] });
    expect(await obs.add(ranking, 'Battle')).toBe(true);
    expect(there.inputs.get('Ranking')).toMatchObject({
      url: ranking.url,
      is_local_file: false,
      width: 800,
      height: 600,
      fps: 30,
      fps_custom: true,
      shutdown: false,
    });
    const [item] = there.scenes.get('Battle') ?? [];
    // The page of 1080x1920 is scaled to the canvas of 1920x1080 and centred.
    expect(there.bounds.get(item?.sceneItemId ?? 0)).toEqual({
      positionX: 656.25 + 78.75,
      positionY: 108,
      scaleX: 0.5625,
      scaleY: 0.5625,
    });
    expect(state().view?.sources).toEqual([{ widgetId: 'w1', name: 'Ranking', scenes: ['Battle'] }]);
  });

  it('keeps its size on a canvas that has room for its page', async () => {
    const { there, obs } = await connected({ canvas: { baseWidth: 1080, baseHeight: 1920 } });
    await obs.add(ranking, 'Scene');
    expect([...there.bounds.values()]).toEqual([{ positionX: 140, positionY: 192, scaleX: 1, scaleY: 1 }]);
  });

  it('is added as a full page, scaled to the canvas, if it fills its page', async () => {
    const { there, obs } = await connected({ scenes: ['Battle'] });
    await obs.add(effects, 'Battle');
    expect(there.inputs.get('Effects')).toMatchObject({ url: effects.url, width: 1080, height: 1920 });
    const [item] = there.scenes.get('Battle') ?? [];
    expect(there.bounds.get(item?.sceneItemId ?? 0)).toMatchObject({
      boundsType: 'OBS_BOUNDS_SCALE_INNER',
      boundsWidth: 1920,
      boundsHeight: 1080,
    });
  });

  it('is not scaled if its page fits the canvas', async () => {
    const { there, obs } = await connected({ canvas: { baseWidth: 1080, baseHeight: 1920 } });
    await obs.add(effects, 'Scene');
    expect(there.bounds.size).toBe(0);
  });

  it('gets the new size from a reload after its options have changed', async () => {
    const { there, obs } = await connected();
    await obs.add(ranking, 'Scene');
    await obs.refresh({ ...ranking, height: 1000 }, 'Ranking');
    expect(there.inputs.get('Ranking')).toMatchObject({ url: ranking.url, width: 800, height: 1000 });
  });

  it('stays a full page after a reload or a move if its source has an older link', async () => {
    const { there, obs, state } = await connected({ scenes: ['Talk', 'Battle'] });
    const url = 'http://127.0.0.1:5180/overlay/#token-1';
    there.addByHand('Talk', 'Mine', { url, width: 1080, height: 1920 });
    await expect.poll(() => state().view?.sources).toMatchObject([{ widgetId: 'w1', name: 'Mine' }]);
    await obs.refresh(ranking, 'Mine');
    await obs.move(ranking, { name: 'Mine', from: 'Talk', to: 'Battle' });
    expect(there.inputs.get('Mine')).toMatchObject({ url, width: 1080, height: 1920 });
    expect([...there.bounds.values()]).toMatchObject([{ boundsType: 'OBS_BOUNDS_SCALE_INNER' }]);
  });

  it('stays a full page after a reload if its source has a file of 0.1', async () => {
    const widget = { ...ranking, file: '/home/host/widgets/Ranking-abcdef-own.html' };
    const { there, obs, state } = await connected({}, [widget]);
    const file = '/home/host/widgets/Ranking-abcdef.html';
    there.addByHand('Scene', 'Mine', { is_local_file: true, local_file: file, width: 1080, height: 1920 });
    await expect.poll(() => state().view?.sources).toMatchObject([{ widgetId: 'w1', name: 'Mine' }]);
    await obs.refresh(widget, 'Mine');
    expect(there.inputs.get('Mine')).toMatchObject({
      is_local_file: true,
      local_file: file,
      width: 1080,
      height: 1920,
    });
    await obs.add(widget, 'Scene');
    expect(there.inputs.get('Ranking')).toMatchObject({ local_file: widget.file, width: 800, height: 600 });
  });

  it('gets another name if a scene or source already has its name', async () => {
    const { there, obs } = await connected({ scenes: ['Ranking'] });
    await obs.add(ranking, 'Ranking');
    await obs.add(ranking, 'Ranking');
    expect([...there.inputs.keys()]).toEqual(['Ranking (2)', 'Ranking (3)']);
  });

  it('uses the local page of the desktop app, which waits for the app', async () => {
    const file = '/home/host/ringside/Ranking.html';
    const { there, obs } = await connected({}, [{ ...ranking, file }]);
    await obs.add({ ...ranking, file }, 'Scene');
    expect(there.inputs.get('Ranking')).toMatchObject({ is_local_file: true, local_file: file, url: '' });
  });

  it('is found if the host added it by hand', async () => {
    const { there, state } = await connected();
    there.addByHand('Scene', 'my ranking', { url: ranking.url, css: '' });
    there.addByHand('Scene', 'weather', { url: 'https://example.test/' });
    await expect
      .poll(() => state().view?.sources)
      .toEqual([{ widgetId: 'w1', name: 'my ranking', scenes: ['Scene'] }]);
  });

  it('is found after its link was replaced, and gets the new link when it is reloaded', async () => {
    const { there, obs, state } = await connected();
    await obs.add(ranking, 'Scene');
    const replaced = { ...ranking, url: 'http://127.0.0.1:5180/overlay/#token-2' };
    obs.setWidgets([replaced]);
    await obs.refresh(replaced, 'Ranking');
    expect(state().view?.sources).toHaveLength(1);
    expect(there.inputs.get('Ranking')).toMatchObject({ url: replaced.url });
    expect(there.reloaded).toEqual(['Ranking']);
  });

  it('moves to another scene and leaves the first', async () => {
    const { there, obs, state } = await connected({ scenes: ['Talk', 'Battle'] });
    await obs.add(ranking, 'Talk');
    await obs.move(ranking, { name: 'Ranking', from: 'Talk', to: 'Battle' });
    expect(there.scenes.get('Talk')).toEqual([]);
    expect(state().view?.sources).toEqual([{ widgetId: 'w1', name: 'Ranking', scenes: ['Battle'] }]);
  });

  it('is removed from every scene', async () => {
    const { there, obs, state } = await connected();
    await obs.add(ranking, 'Scene');
    await obs.remove('Ranking');
    expect(there.inputs.size).toBe(0);
    expect(state().view?.sources).toEqual([]);
  });

  it('tells the host if OBS has no browser sources', async () => {
    const { obs, state } = await connected({ browserSource: false });
    expect(await obs.add(ranking, 'Scene')).toBe(false);
    expect(state().problem).toEqual({ code: 'obs.noBrowserSource' });
  });

  it('shows the reason of OBS for a refused request', async () => {
    const { obs, state } = await connected();
    expect(await obs.add(ranking, 'No such scene')).toBe(false);
    expect(state().problem?.code).toBe('obs.refused');
    expect(state().problem?.params?.reason).toContain('No source was found');
    expect(state().phase).toBe('open');
  });

  it('follows a scene that is renamed in OBS', async () => {
    const { there, obs, state } = await connected();
    await obs.add(ranking, 'Scene');
    there.renameScene('Scene', 'Battle');
    await expect.poll(() => state().view?.sources[0]?.scenes).toEqual(['Battle']);
  });
});
