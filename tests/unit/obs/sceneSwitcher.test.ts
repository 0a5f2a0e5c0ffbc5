import { beforeEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type ObsState, switchScenes } from '#renderer/data/obs/obs.ts';
import { FakeLink } from '#renderer/data/platform/fake.ts';
import { defaultObsSettings } from '#shared/contract/obs.ts';
import { preset, Show } from '#tests/support/show.ts';

const scenes = { preset: { roundStart: 'Battle', settled: 'Winner', resurrection: 'Comeback' } };
let switched: string[];
let link: FakeLink;

beforeEach(() => {
  switched = [];
  link = new FakeLink();
});

/** Follows a show and returns the function that reports its new inputs, as the backstage does. */
function follow(show: Show, chosen: Record<string, (typeof scenes)['preset']> = scenes): () => void {
  const store = createStore<ObsState>(() => ({
    settings: { ...defaultObsSettings, scenes: chosen },
    phase: 'open',
    problem: null,
    view: null,
    busy: false,
  }));
  const obs = { store, switchTo: async (scene: string) => void switched.push(scene) };
  switchScenes(obs, link, { showId: 's1', state: show.state });
  return () => link.push({ push: 'inputs', showId: 's1', inputs: show.inputs.slice(-1) });
}

describe('scene switching', () => {
  it('switches when a round starts and when it is settled, once each', () => {
    const show = Show.started(preset({ mode: 'battle' }));
    const report = follow(show);
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    report();
    expect(switched).toEqual([]);
    show.act('start');
    report();
    show.gift('v1');
    report();
    expect(switched).toEqual(['Battle']);
    show.act('pause');
    report();
    show.act('resume');
    report();
    expect(switched).toEqual(['Battle']);
    show.act('end');
    report();
    report();
    expect(switched).toEqual(['Battle', 'Winner']);
  });

  it('switches again in the next round', () => {
    const show = Show.inBattle();
    const report = follow(show);
    show.act('end');
    report();
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    report();
    expect(switched).toEqual(['Winner', 'Battle']);
  });

  it('leaves the scene when a page is opened in the middle of a round', () => {
    const show = Show.inBattle();
    const report = follow(show);
    show.gift('v1');
    report();
    expect(switched).toEqual([]);
  });

  it('switches to the scene of a comeback round and not to that of other rounds', () => {
    const show = Show.inBattle();
    show.act('end');
    show.tell({ command: 'knockOut', anchorId: 'rei', out: true });
    const report = follow(show);
    expect(show.tell({ command: 'resurrect', anchorId: 'rei' })).toBeNull();
    if (show.round.phase === 'prepared') show.act('start');
    report();
    expect(switched).toEqual(['Comeback']);
  });

  it('leaves the scene with a preset for which the host chose none', () => {
    const show = Show.started(preset({ mode: 'battle' }));
    const report = follow(show, {});
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    report();
    expect(switched).toEqual([]);
  });
});
