import type { Phase } from '#shared/contract/connection.ts';

/** The health of each phase, for the shape and colour of the dot. */
export const phaseHealth: Record<Phase, 'off' | 'wait' | 'good' | 'bad'> = {
  idle: 'off',
  waiting: 'wait',
  resolving: 'wait',
  connecting: 'wait',
  live: 'good',
  silent: 'wait',
  reconnecting: 'wait',
  ended: 'off',
  blocked: 'bad',
  failed: 'bad',
};

/** Whether a room is open or being opened, so that it can be closed. */
export function isOpen(phase: Phase): boolean {
  return !['idle', 'ended', 'failed'].includes(phase);
}
