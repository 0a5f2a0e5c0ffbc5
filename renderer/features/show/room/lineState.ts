import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useRingside, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import type { RejectionReason } from '#renderer/data/platform/platform.ts';
import { phaseHealth } from '#renderer/data/stores/connectionStore.ts';
import type { Connection, Phase } from '#shared/contract/connection.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Status } from '#shared/contract/snapshot.ts';

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

/**
 * Text key of the session's state. "Counting" only while that is known: without a connection it is not, and a standing
 * problem can keep gifts from counting.
 */
export function useSessionKey(): 'status.unknown' | 'status.stopped' | `status.${Status}` {
  const status = useShow((state) => state.status);
  const linked = useConnection((state) => state.link.phase === 'open');
  const stopped = useStopped();
  if (status !== 'counting') return `status.${status}`;
  if (!linked) return 'status.unknown';
  return stopped === null ? 'status.counting' : 'status.stopped';
}

/**
 * Why this screen has no connection to Ringside, and what to do. `short` where the line's state beside it says that the
 * connection is lost.
 */
export function useLostWords(short: boolean): string {
  const { t } = useTranslation();
  const why = useConnection((state) => (state.link.phase === 'lost' ? state.link.why : undefined));
  const retryAt = useConnection((state) => (state.link.phase === 'lost' ? state.link.retryAt : null));
  const now = useNow(500);
  const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000));
  return t(lostText(why, short), { seconds });
}

function lostText(why: RejectionReason | undefined, short: boolean) {
  if (why === 'signedOut') return 'notice.signedOut';
  if (why === 'full') return 'notice.serverFull';
  if (why === 'unavailable') return 'notice.unavailable';
  if (why === 'tooManyScreens') return 'notice.tooManyScreens';
  return short ? 'notice.linkLostShort' : 'notice.linkLost';
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
