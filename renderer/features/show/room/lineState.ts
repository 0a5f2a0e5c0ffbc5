import { useTranslation } from 'react-i18next';
import { useConnection, useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { phaseHealth } from '#renderer/data/stores/connectionStore.ts';
import type { Connection, Phase } from '#shared/contract/connection.ts';
import type { Problem } from '#shared/contract/error.ts';

/** What a person can be asked for on a room's page, by the problem's code. */
const asks = {
  'page.signIn': 'signIn',
  'page.ageGate': 'ageGate',
  'page.captcha': 'captcha',
} as const;
type Ask = (typeof asks)[keyof typeof asks];

interface LineState {
  phase: Phase;
  problem: Problem | null;
  nextTryAt?: number | null;
}

/**
 * What a line's page asks a person for; null if the line needs nobody. A line is blocked without a next attempt only
 * while its page can be shown.
 */
function askOf({ phase, problem, nextTryAt = null }: LineState): Ask | null {
  if (phase !== 'blocked' || problem === null || nextTryAt !== null) return null;
  const known: { readonly [code: string]: Ask | undefined } = asks;
  return known[problem.code] ?? null;
}

const askOfRoom = (room: Connection | null): Ask | null =>
  room === null ? null : (askOf(room) ?? (room.other === undefined ? null : askOf(room.other)));

/** What the page of a line asks a person for. */
export function useAsk(): Ask | null {
  return useConnection((state) => askOfRoom(state.room));
}

/** Text key of a line's state in a word or two: "Needs you" if its page waits for a person. */
export function phaseKey(line: LineState): 'phase.asks' | `phase.${Phase}` {
  return askOf(line) === null ? `phase.${line.phase}` : 'phase.asks';
}

/** Text key of the state of the open room's line; that of an idle line if no room is open. */
export const roomPhaseKey = ({ room }: { room: Connection | null }) =>
  room === null ? 'phase.idle' : phaseKey(room);

/** Standing problems that keep a connected room from being counted. */
const stopping: ReadonlySet<string> = new Set([
  'storage.full',
  'storage.unwritable',
  'cluster.unreachable',
] satisfies Problem['code'][]);

/** Why nothing is counted although the line may be live; null if gifts count. */
export function useStopped(): Problem | null {
  const { notices } = useRingside();
  return useVanillaStore(
    notices,
    ({ standing }) => standing.find(({ problem }) => stopping.has(problem.code))?.problem ?? null,
  );
}

/** The open room and the state of its line in words, and the line's health for its dot. */
export function useLineState() {
  const { t } = useTranslation();
  const username = useConnection((state) => state.room?.username ?? '');
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const line = useConnection((state) => phaseHealth[state.room?.phase ?? 'idle']);
  const phase = useConnection(roomPhaseKey);
  const linked = useConnection((state) => state.link.phase === 'open');
  const stopped = useStopped();
  const room = rehearsal ? t('bar.rehearsal') : username === '' ? t('bar.noRoom') : `@${username}`;
  if (!linked) return { room, phase: t('bar.noBackstage'), health: 'bad' };
  if (stopped !== null) return { room, phase: t('bar.notCounting'), health: 'bad' };
  return { room, phase: t(phase), health: rehearsal && line === 'good' ? 'rehearsal' : line };
}
