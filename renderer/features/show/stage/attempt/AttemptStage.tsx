import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { NumberField } from '#renderer/features/presets/index.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import { attemptOf, shownRound } from '#shared/game/round/view.ts';
import { memberOf } from '../members.ts';
import { Goal } from '../turn/Goal.tsx';

/** No host promises more. */
const MOST_PLEDGED = 1_000_000_000;

/** A resurrection: who tries, what has arrived of the target, and what is promised and does not count yet. */
export function AttemptStage({ centre }: { centre: ReactNode }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const { attempt } = useRingside();
  const id = useId();
  const now = useShow(attemptOf);
  const shown = useShow((state) => {
    const round = shownRound(state);
    const id = round?.anchors[0];
    if (round === null || id === undefined) return null;
    const { name, avatar, username, scoreTenths } = memberOf(state, round, id);
    return {
      name,
      avatar,
      username,
      scoreTenths,
      targetTenths: round.targetTenths,
      pledgedTenths: round.pledgedTenths,
    };
  });
  if (shown === null) return null;
  const { name, scoreTenths, targetTenths, pledgedTenths } = shown;
  const part = (tenths: number) => Math.min(1, tenths / targetTenths);
  return (
    <div className="stage__field stage__field--turn">
      <section className="solo" aria-label={t('stage.resurrectionOf')}>
        <span className="solo__label">{t('stage.resurrectionOf')}</span>
        <span className="solo__who">
          <Face avatar={shown.avatar} username={shown.username} name={name ?? ''} size="large" />
          <span className="solo__name clip">{name ?? t('ledger.target.gone')}</span>
        </span>
        <b className="solo__votes">{votes(scoreTenths)}</b>
        <Goal
          share={part(scoreTenths)}
          waiting={part(scoreTenths + pledgedTenths)}
          text={t('stage.ofTarget', { shown: votes(scoreTenths), target: votes(targetTenths) })}
        />
      </section>
      {centre}
      <section className="next" aria-label={t('stage.pledged')}>
        {now !== null && (
          <div className="field">
            <label className="field__label" htmlFor={id}>
              {t('stage.pledged')}
            </label>
            <NumberField
              id={id}
              value={pledgedTenths / 10}
              held={{ min: 0, max: MOST_PLEDGED }}
              onChange={(pledged) => void attempt('round.pledge', { votesTenths: (pledged ?? 0) * 10 })}
            />
            <span className="muted small">{t('stage.pledgedHint')}</span>
          </div>
        )}
      </section>
    </div>
  );
}
