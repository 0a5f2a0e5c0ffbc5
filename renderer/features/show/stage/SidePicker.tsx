import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { CallArgs } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Side } from '#shared/contract/round.ts';
import { currentRound, nextSides, nextTurn } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import { useAnchors } from '../ledger/useTargetName.ts';

/** The side of an anchor in the next round. */
type Place = Side | 'none';

const places: readonly Place[] = ['attacker', 'none', 'defender'];

/**
 * Dialog that prepares the next round: the sides of a battle, or the anchor of a freestyle turn. It replaces a round
 * that is prepared already.
 */
export default function SidePicker({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { engine, call } = useRingside();
  const problemText = useProblemText();
  const anchors = useAnchors();
  const turns = useShow((state) => state.preset?.mode === 'freestyle');
  const out = useShow((state) => [...state.fates.values()].filter((fate) => fate.out !== null).map(idOf));
  const [chosen, setChosen] = useState(() => startPlaces(engine.state));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const able = anchors.filter(({ id }) => !out.includes(id));
  const at = (place: Place) => able.filter(({ id }) => chosen.get(id) === place).map(({ id }) => id);
  const put = (id: string, place: Place) => {
    // A turn has only one anchor.
    const next = new Map(turns ? [] : chosen);
    setChosen(next.set(id, place));
    setProblem(null);
  };
  const prepare = async () => {
    const [anchorId] = at('attacker');
    if (turns && anchorId === undefined) return setProblem({ code: 'round.anchorRequired' });
    const args: CallArgs<'round.prepare'> = turns
      ? { anchorId }
      : { attacker: at('attacker'), defender: at('defender') };
    setBusy(true);
    try {
      await call('round.prepare', args);
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const title = t(turns ? 'round.turnTitle' : 'round.sidesTitle');
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          {problem !== null && (
            <span className="field__problem spread" role="alert">
              {problemText(problem)}
            </span>
          )}
          {!turns && (
            <Button
              look="outlined"
              icon="arrow-right-arrow-left"
              label={t('round.swap')}
              onClick={() => setChosen(swapped(chosen))}
            />
          )}
          <Button
            icon="flag"
            label={t('round.prepare')}
            autoFocus
            busy={busy}
            disabled={able.length === 0}
            onClick={() => void prepare()}
          />
        </>
      }
    >
      {anchors.length === 0 ? (
        <EmptyState icon="users" title={t('anchors.empty.title')} text={t('round.noAnchors')} />
      ) : (
        <ul className="picks">
          {anchors.map((anchor) => (
            <PickRow
              key={anchor.id}
              name={anchor.nickname}
              out={out.includes(anchor.id)}
              turns={turns}
              place={chosen.get(anchor.id) ?? 'none'}
              onPut={(place) => put(anchor.id, place)}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function idOf({ anchorId }: { anchorId: string }): string {
  return anchorId;
}

/**
 * The prepared sides, or else the sides that follow from the last round. In freestyle, the turn's anchor is stored
 * as the attacker.
 */
function startPlaces(state: GameState): Map<string, Place> {
  const prepared = currentRound(state);
  if (state.preset?.mode === 'freestyle') {
    const turn = prepared?.kind === 'turn' ? prepared.anchors[0] : nextTurn(state);
    return new Map(turn === undefined || turn === null ? [] : [[turn, 'attacker']]);
  }
  if (prepared?.kind === 'battle') return placesOf(prepared.attacker.anchors, prepared.defender.anchors);
  const { attacker, defender } = nextSides(state);
  return placesOf(attacker, defender);
}

interface PickRowProps {
  name: string;
  /** Knocked out; cannot play. */
  out: boolean;
  /** Whether the dialog chooses one anchor for a turn instead of two sides. */
  turns: boolean;
  place: Place;
  onPut(place: Place): void;
}

/** Radio group for the side of one anchor. */
function PickRow({ name, out, turns, place, onPut }: PickRowProps) {
  const { t } = useTranslation();
  const group = useId();
  const offered = turns ? (['attacker'] as const) : places;
  return (
    <li className={out ? 'pick pick--out' : 'pick'}>
      <span className="pick__name clip" title={name}>
        {name}
      </span>
      {out ? (
        <span className="muted">{t('stage.out')}</span>
      ) : (
        <div className="choice" role="radiogroup" aria-label={name}>
          {offered.map((each) => (
            <label key={each} className={`choice__one choice__one--${each}`}>
              <input
                type="radio"
                name={turns ? 'turn' : group}
                checked={place === each}
                onChange={() => onPut(each)}
              />
              <span>
                {turns ? t('round.thisTurn') : each === 'none' ? t('round.noSide') : t(`stage.${each}`)}
              </span>
            </label>
          ))}
        </div>
      )}
    </li>
  );
}

/** Sides by anchor id; an anchor without a side is missing. */
export function placesOf(attacker: readonly string[], defender: readonly string[]): Map<string, Place> {
  return new Map<string, Place>([
    ...attacker.map((id) => [id, 'attacker'] as const),
    ...defender.map((id) => [id, 'defender'] as const),
  ]);
}

/** Swaps attackers and defenders. */
export function swapped(now: ReadonlyMap<string, Place>): Map<string, Place> {
  const other: Readonly<Record<Place, Place>> = { attacker: 'defender', defender: 'attacker', none: 'none' };
  return new Map([...now].map(([id, place]) => [id, other[place]]));
}
