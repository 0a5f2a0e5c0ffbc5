import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import { shownRound } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import { useTargetName } from '../../ledger/useTargetName.ts';
import { memberOf, standingOf } from '../members.ts';
import type { StageView } from '../stageView.ts';
import { Goal } from './Goal.tsx';

/** A turn: whose it is, what they have, how far to the clearance score, and who comes after. */
export function TurnStage({ view, centre }: { view: StageView; centre: ReactNode }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const member = useShow((state) => {
    const round = shownRound(state);
    const id = round?.anchors[0];
    return round === null || id === undefined ? null : memberOf(state, round, id);
  });
  const targetName = useTargetName();
  const next = useShow((state) => comingNext(state, member?.id ?? ''));
  if (member === null) return null;
  const target = view.clearance * 10;
  const share = target === 0 ? 0 : Math.min(1, member.scoreTenths / target);
  return (
    <div className="stage__field stage__field--turn">
      <section className="solo" aria-label={t('stage.turnOf')}>
        <span className="solo__label">{t('stage.turnOf')}</span>
        <span className="solo__who">
          <Face avatar={member.avatar} username={member.username} name={member.name ?? ''} size="large" />
          <span className="solo__name clip">{member.name ?? t('ledger.target.gone')}</span>
        </span>
        <b className="solo__votes">{votes(member.scoreTenths)}</b>
        {target > 0 && (
          <Goal
            share={share}
            text={t('stage.ofClearance', {
              shown: votes(member.scoreTenths),
              target: number(view.clearance),
            })}
          />
        )}
      </section>
      {centre}
      <section className="next" aria-label={t('stage.next')}>
        <span className="solo__label">{t('stage.next')}</span>
        <ol className="next__list">
          {next.map((id) => (
            <li key={id} className="clip">
              {targetName(`anchor:${id}`)}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

const SHOWN = 4;

/** Who has the next turns, in the order of the list from whom it is now; who is out has none. */
function comingNext(state: GameState, now: string): string[] {
  const list = state.preset?.anchors.map(({ id }) => id) ?? [];
  const from = list.indexOf(now) + 1;
  return [...list.slice(from), ...list.slice(0, from)]
    .filter((id) => id !== now && standingOf(state, id) === 'in')
    .slice(0, SHOWN);
}
