import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import type { Side } from '#shared/contract/round.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { MemberLine } from './MemberLine.tsx';
import { type Member, sideMembers } from './members.ts';
import { PkBar } from './PkBar.tsx';
import type { StageView } from './stageView.ts';

const nobody: Member[] = [];

/** A battle: the attacker, the time between them, the defender, and the bar under all. */
export function BattleStage({ view, centre }: { view: StageView; centre: ReactNode }) {
  const attacker = useShow((state) => membersOf(state, 'attacker'));
  const defender = useShow((state) => membersOf(state, 'defender'));
  return (
    <>
      <div className="stage__field">
        <SideBox
          side="attacker"
          votesTenths={view.attackerTenths}
          gifts={view.attackerGifts}
          members={attacker}
          view={view}
        />
        {centre}
        <SideBox
          side="defender"
          votesTenths={view.defenderTenths}
          gifts={view.defenderGifts}
          members={defender}
          view={view}
        />
      </div>
      <PkBar
        share={view.attackerShare}
        unallocatedTenths={view.unallocatedTenths}
        unallocatedGifts={view.unallocatedGifts}
      />
    </>
  );
}

function membersOf(state: Parameters<typeof shownRound>[0], side: Side): Member[] {
  const round = shownRound(state);
  return round === null ? nobody : sideMembers(state, round, side);
}

interface SideBoxProps {
  side: Side;
  votesTenths: number;
  gifts: number;
  members: readonly Member[];
  view: StageView;
}

const signs: Readonly<Record<Side, string>> = { attacker: 'bolt', defender: 'shield' };

function SideBox({ side, votesTenths, gifts, members, view }: SideBoxProps) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const won = view.outcome === side;
  const effect = view.effectSide === side && view.effectLevel > 0;
  return (
    <section className={`side side--${side} ${won ? 'side--won' : ''}`} aria-label={t(`stage.${side}`)}>
      <header className="side__head">
        <span className="side__name">
          <i className={`pi pi-${signs[side]}`} aria-hidden="true" />
          {t(`stage.${side}`)}
        </span>
        {won && <span className="side__word">{t('stage.won')}</span>}
        {effect && <span className="side__word">{t('stage.effect', { level: view.effectLevel })}</span>}
        <span className="side__gifts muted small">
          {t('stage.gifts', { count: gifts, shown: number(gifts) })}
        </span>
        <b className="side__votes">{votes(votesTenths)}</b>
      </header>
      <ul className={members.length > 3 ? 'members members--dense' : 'members'}>
        {members.map(({ id, ...member }) => (
          <MemberLine key={id} rank={null} {...member} />
        ))}
      </ul>
    </section>
  );
}
