import type { Phase } from '#shared/contract/connection.ts';

/** How well each phase is: shown by the shape and the colour of the dot, beside the word. */
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

/** Phases in which a room is open or on its way, so that it can be closed. */
export function isOpen(phase: Phase): boolean {
  return !['idle', 'ended', 'failed'].includes(phase);
}
