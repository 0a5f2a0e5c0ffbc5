import { useTranslation } from 'react-i18next';
import { useConnection, useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
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

/** What a line's page asks a person for; null if the line needs nobody. A line that retries by itself asks nobody. */
function askOf({ phase, problem, nextTryAt = null }: LineState): Ask | null {
  if (phase !== 'blocked' || problem === null || nextTryAt !== null) return null;
  const known: { readonly [code: string]: Ask | undefined } = asks;
  return known[problem.code] ?? null;
}

const askOfRoom = (room: Connection | null): Ask | null =>
  room === null ? null : (askOf(room) ?? (room.other === undefined ? null : askOf(room.other)));

/** What the page of a line asks a person for, if the page can be shown. */
export function useAsk(): Ask | null {
  const ask = useConnection((state) => askOfRoom(state.room));
  const hasWindows = useVanillaStore(useRingside().lines, (state) => state.pageWindows);
  return hasWindows ? ask : null;
}

/** The state of the line in a word or two: "Needs you" if its page waits for a person. */
export function usePhaseName(): string {
  const { t } = useTranslation();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const linked = useConnection((state) => state.link.phase === 'open');
  const asked = useAsk() !== null && phase === 'blocked';
  if (!linked) return t('bar.noBackstage');
  return t(asked ? 'phase.asks' : `phase.${phase}`);
}

/** Button that shows the room's page while the page waits for a person. */
export function ShowRoomPage() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const linked = useConnection((state) => state.link.phase === 'open');
  const ask = useAsk();
  if (ask === null || !linked) return null;
  return (
    <Button
      small
      icon="window-maximize"
      label={t('room.showPage')}
      onClick={() => void ringside.attempt('room.showPage', {})}
    />
  );
}
