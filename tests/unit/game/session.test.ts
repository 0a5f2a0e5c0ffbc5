import { describe, expect, it } from 'vitest';
import type { SessionAction } from '#shared/contract/input.ts';
import { serialise } from '#shared/game/serialise.ts';
import { preset, room, Show } from '#tests/support/show.ts';

const act = (show: Show, action: SessionAction) => show.tell({ command: 'session', action })?.code ?? 'done';

describe('session', () => {
  it('is ready when it has both a room and a preset, in any order', () => {
    const roomFirst = new Show();
    expect(roomFirst.state.status).toBe('initialization');
    roomFirst.put(room);
    expect(roomFirst.state.status).toBe('initialization');
    roomFirst.tell({ command: 'choosePreset', preset: preset() });
    expect(roomFirst.state.status).toBe('ready');

    const presetFirst = new Show();
    presetFirst.tell({ command: 'choosePreset', preset: preset() });
    expect(presetFirst.state.status).toBe('initialization');
    presetFirst.put(room);
    expect(presetFirst.state.status).toBe('ready');
  });

  it('goes through start, pause, resume and end, and stores their times', () => {
    const show = Show.ready();
    expect(act(show, 'start')).toBe('done');
    expect(show.state).toMatchObject({ status: 'counting', startedAt: show.now, endedAt: 0 });
    const startedAt = show.now;
    show.now += 60_000;
    expect(act(show, 'pause')).toBe('done');
    expect(show.state.status).toBe('paused');
    expect(act(show, 'resume')).toBe('done');
    expect(show.state.status).toBe('counting');
    expect(act(show, 'end')).toBe('done');
    expect(show.state).toMatchObject({ status: 'ended', startedAt, endedAt: show.now });
  });

  it('can be ended during a pause', () => {
    const show = Show.started();
    act(show, 'pause');
    expect(act(show, 'end')).toBe('done');
    expect(show.state.status).toBe('ended');
  });

  it('asks for the username and then for the preset before it can start', () => {
    const show = new Show();
    expect(act(show, 'start')).toBe('username.required');
    show.tell({ command: 'choosePreset', preset: preset() });
    expect(act(show, 'start')).toBe('username.required');
    const noPreset = new Show();
    noPreset.put(room);
    expect(act(noPreset, 'start')).toBe('task.previousFirst');
  });

  it('refuses a command that its state does not allow', () => {
    const show = Show.ready();
    for (const action of ['pause', 'resume', 'end'] as const) {
      expect(act(show, action)).toBe('session.notAllowed');
    }
    act(show, 'start');
    expect(act(show, 'start')).toBe('session.notAllowed');
    expect(act(show, 'resume')).toBe('session.notAllowed');
    expect(show.state.status).toBe('counting');
    act(show, 'pause');
    expect(act(show, 'start')).toBe('session.notAllowed');
    expect(act(show, 'pause')).toBe('session.notAllowed');
    expect(show.state.status).toBe('paused');
  });

  it('accepts only corrections after its end', () => {
    const show = Show.started();
    const row = show.gift('aoi');
    act(show, 'end');
    const before = { ...serialise(show.state), seq: 0 };
    for (const action of ['start', 'pause', 'resume', 'end'] as const) {
      expect(act(show, action)).toBe('session.ended');
    }
    expect(show.tell({ command: 'suspend', on: true })?.code).toBe('session.ended');
    expect(show.tell({ command: 'choosePreset', preset: preset() })?.code).toBe('session.ended');
    expect(show.tell({ command: 'bind', viewerId: 'aoi', anchorId: 'mika' })?.code).toBe('session.ended');
    expect(show.tell({ command: 'pin', viewerId: 'aoi', pinned: true })?.code).toBe('session.ended');
    expect({ ...serialise(show.state), seq: 0 }).toEqual(before);
    expect(show.reassign([row], 'anchor:mika')).toBeNull();
    expect(show.tenths('anchor:mika')).toBe(10);
  });

  it('keeps the newest 200 gaps and counts all', () => {
    const show = Show.started();
    for (let i = 0; i < 230; i += 1) show.gap({ from: i, until: i + 1 });
    expect(show.state.gapCount).toBe(230);
    expect(show.state.gaps).toHaveLength(200);
    expect(show.state.gaps[0]?.from).toBe(30);
    expect(show.state.gaps.at(-1)?.from).toBe(229);
  });
});
