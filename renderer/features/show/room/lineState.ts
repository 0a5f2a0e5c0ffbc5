import { useTranslation } from 'react-i18next';
import {
  useConnection,
  useNow,
  useRingside,
  useSettings,
  useShow,
  useVanillaStore,
} from '#renderer/data/hooks.ts';
import type { RejectionReason } from '#renderer/data/platform/platform.ts';
import { isOpen, phaseHealth } from '#renderer/data/stores/connectionStore.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
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

/** Whether this screen is connected to Ringside. */
export const useLinked = (): boolean => useConnection((state) => state.link.phase === 'open');

/** Whether a line brings gifts, or is about to by itself. Before the first push, the line is not known to be down. */
function bringsGifts(room: Connection | null): boolean {
  if (room === null) return true;
  const isUp = (phase: Phase) => phaseHealth[phase] === 'good' || phaseHealth[phase] === 'wait';
  return isUp(room.phase) || (room.other !== undefined && isUp(room.other.phase));
}

/**
 * Text key of the session's state. "Counting" only while that is known: without a connection it is not, a standing
 * problem can keep gifts from counting, and no gift arrives on a blocked or closed line.
 */
export function useSessionKey(): 'status.unknown' | 'status.stopped' | `status.${Status}` {
  const status = useShow((state) => state.status);
  const linked = useLinked();
  const stopped = useStopped();
  const up = useConnection(({ room }) => bringsGifts(room));
  if (status !== 'counting') return `status.${status}`;
  if (!linked) return 'status.unknown';
  return stopped === null && up ? 'status.counting' : 'status.stopped';
}

/** What is wrong with the line of a running show, and what to do next; '' on a good line and outside of shows. */
export function useTroubleWords(): string {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const problem = useConnection((state) => state.room?.problem ?? null);
  const running = useShow(({ status }) => status === 'counting' || status === 'paused');
  const linked = useLinked();
  const stopped = useStopped();
  const nextTryAt = useConnection((state) => state.room?.nextTryAt ?? null);
  const offset = useConnection((state) => state.clockOffset);
  const attempt = useConnection((state) => state.room?.attempt ?? 0);
  const ask = useAsk();
  const lost = useLostWords(true);
  const now = useNow(1000);
  if (!running) return '';
  if (!linked) return lost;
  if (stopped !== null) return problemText(stopped);
  if (phase === 'live') return '';
  if (phase === 'blocked' && ask !== null) return t(`room.asks.${ask}`);
  const words = problem === null ? t(`phase.${phase}.words`) : problemText(problem);
  if (nextTryAt === null || phase === 'waiting') return words;
  const seconds = Math.max(0, Math.ceil((nextTryAt - offset - now) / 1000));
  return `${words} ${t('room.nextTry', { seconds, attempt })}`;
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

/** The open room, its line by name, the line's state in words, and its health for the dot. */
export function useLineState() {
  const { t } = useTranslation();
  const chosenLine = useSettings((state) => state.lineId);
  const openLine = useConnection(({ room }) => (room !== null && isOpen(room.phase) ? room.lineId : null));
  const username = useConnection((state) => state.room?.username ?? '');
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const line = useConnection((state) => phaseHealth[state.room?.phase ?? 'idle']);
  const phase = useConnection(roomPhaseKey);
  const linked = useLinked();
  const stopped = useStopped();
  // A rehearsal has no line of its own.
  const lineName = linked && !rehearsal ? t(`line.${openLine ?? chosenLine}`) : '';
  const room = rehearsal ? t('bar.rehearsal') : username === '' ? t('bar.noRoom') : `@${username}`;
  if (!linked) return { room, lineName, phase: t('bar.noBackstage'), health: 'bad' };
  if (stopped !== null) return { room, lineName, phase: t('bar.notCounting'), health: 'bad' };
  return { room, lineName, phase: t(phase), health: rehearsal && line === 'good' ? 'rehearsal' : line };
}
