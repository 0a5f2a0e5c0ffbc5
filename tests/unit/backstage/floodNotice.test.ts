import { describe, expect, it } from 'vitest';
import { Notices } from '#backstage/hub.ts';
import { FloodNotice } from '#backstage/room/roomNotices.ts';
import { ManualClock } from './manualClock.ts';

describe('flood notice', () => {
  it('stands while the socket is paused repeatedly and clears ten seconds after the last pause', () => {
    const clock = new ManualClock();
    const told: (string | null)[] = [];
    const notice = new FloodNotice(new Notices(({ problem }) => told.push(problem?.code ?? null)), clock);
    for (let count = 0; count < 5; count += 1) {
      notice.paused(2000);
      clock.advance(9000);
    }
    expect(told).toEqual(['room.floods']);
    clock.advance(2999);
    expect(told).toEqual(['room.floods']);
    clock.advance(1);
    expect(told).toEqual(['room.floods', null]);
    notice.paused(100);
    notice.close();
    expect(clock.waiting).toBe(0);
  });
});
