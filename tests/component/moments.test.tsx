import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useShow } from '#renderer/data/hooks.ts';
import { StageCentre } from '#renderer/features/show/stage/StageCentre.tsx';
import { stageView } from '#renderer/features/show/stage/stageView.ts';
import { battleInputs, battlePreset, gift, mountOnShow } from './showPage.tsx';

const command = { kind: 'command' as const, at: 1, by: 'test' };
const preset = battlePreset({
  round: { length: 0, delay: 0 },
  battle: { knockOut: 'lowest' },
  anchors: [
    { id: 'a', nickname: 'Aya', gift: { ids: [1] } },
    { id: 'b', nickname: 'Bea', gift: { ids: [2] } },
    { id: 'c', nickname: 'Chi' },
  ],
});
const battle = battleInputs(preset, ['b', 'c']);

function Centre() {
  return <StageCentre view={useShow(stageView)} />;
}
const announced = () => screen.getByRole('status', { name: 'Moment of the round' }).textContent;

describe('moments on the stage', () => {
  it('are announced when the lead changes, and not before', async () => {
    const { push } = await mountOnShow(<Centre />, battle);
    await push(gift('u', 5, 1));
    expect(announced()).toBe('');
    await push(gift('u', 9, 2));
    expect(announced()).toBe('The defender takes the lead');
    await push(gift('u', 9, 1));
    expect(announced()).toBe('The attacker takes the lead');
  });

  it('are announced with the result at the settlement', async () => {
    const { push } = await mountOnShow(<Centre />, [...battle, gift('u', 3, 2)]);
    await push({ ...command, command: 'round', action: 'end' });
    expect(announced()).toBe('Defender won by 3 votes');
  });

  it('are written in the singular for one vote', async () => {
    const { push } = await mountOnShow(<Centre />, [...battle, gift('u', 1, 2)]);
    await push({ ...command, command: 'round', action: 'end' });
    expect(announced()).toBe('Defender won by 1 vote');
  });

  it('ask the host to choose at a tie of the lowest', async () => {
    const { push } = await mountOnShow(<Centre />, [...battle, gift('u', 3, 1)]);
    await push({ ...command, command: 'round', action: 'end' });
    expect(announced()).toBe('Round 1: tie for last. Who goes out?');
    await push({ ...command, command: 'decideTie', round: 1, anchorId: 'b' });
    expect(announced()).toBe('Attacker won by 3 votes');
  });

  it('leave with a settled round when the preset of the show has another mode', async () => {
    const { push } = await mountOnShow(<Centre />, [...battle, gift('u', 3, 2)]);
    await push({ ...command, command: 'round', action: 'end' });
    expect(announced()).toBe('Defender won by 3 votes');
    await push({ ...command, command: 'choosePreset', preset: { ...preset, mode: 'votes' } });
    expect(announced()).toBe('');
  });

  it('keep their place while there is none', async () => {
    const { container } = await mountOnShow(<Centre />, battle);
    const line = screen.getByRole('status', { name: 'Moment of the round' }).parentElement;
    expect(line?.querySelector('p')).toBeNull();
    expect(container.contains(line)).toBe(true);
  });
});
