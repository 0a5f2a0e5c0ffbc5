import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Face } from '#renderer/kit/ui/Face.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { CallArgs } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Anchor } from '#shared/contract/preset.ts';
import type { Side } from '#shared/contract/round.ts';
import { currentRound, nextSides, nextTurn } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import { useAnchors } from '../ledger/moveTargets.ts';
import styles from './SidePicker.module.css';

/** The side of an anchor in the next round. */
type Place = Side | 'none';

/** In the order of the columns. */
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
  const at = (place: Place) =>
    able.filter(({ id }) => (chosen.get(id) ?? 'none') === place).map(({ id }) => id);
  const set = (next: Map<string, Place>) => {
    setChosen(next);
    setProblem(null);
  };
  const put = (id: string, place: Place) => {
    // A turn has only one anchor.
    set(new Map(turns ? [] : chosen).set(id, place));
  };
  useDigits((digit) => {
    const anchor = anchors[digit - 1];
    if (anchor === undefined || out.includes(anchor.id)) return;
    put(anchor.id, turns ? 'attacker' : nextPlace(chosen.get(anchor.id) ?? 'none'));
  });
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
      wide={!turns}
      footer={
        <>
          {problem !== null && (
            <span className="field__problem spread" role="alert">
              {problemText(problem)}
            </span>
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
      {anchors.length > 0 && !turns && <SideTools ids={able.map(idOfAnchor)} chosen={chosen} onSet={set} />}
      {anchors.length === 0 ? (
        <EmptyState icon="users" title={t('anchors.empty.title')} text={t('round.noAnchors')} />
      ) : (
        <Picks turns={turns} counts={places.map((place) => at(place).length)} onDrop={put}>
          {anchors.map((anchor, index) => (
            <PickRow
              key={anchor.id}
              anchor={anchor}
              digit={index < 9 ? index + 1 : null}
              out={out.includes(anchor.id)}
              turns={turns}
              place={chosen.get(anchor.id) ?? 'none'}
              onPut={(place) => put(anchor.id, place)}
            />
          ))}
        </Picks>
      )}
    </Modal>
  );
}

function idOf({ anchorId }: { anchorId: string }): string {
  return anchorId;
}

function idOfAnchor({ id }: Anchor): string {
  return id;
}

/** Calls `press` for each digit key 1 to 9 while the dialog is open. */
function useDigits(press: (digit: number) => void): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
      event.preventDefault();
      latest.current(Number(event.key));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

interface SideToolsProps {
  ids: readonly string[];
  chosen: ReadonlyMap<string, Place>;
  onSet(next: Map<string, Place>): void;
}

/** Buttons that set the sides of all anchors, above the list. */
function SideTools({ ids, chosen, onSet }: SideToolsProps) {
  const { t } = useTranslation();
  return (
    <div className={`row ${styles.tools}`}>
      <Button
        small
        look="outlined"
        icon="sort-amount-down"
        label={t('round.halves')}
        onClick={() => onSet(halved(ids))}
      />
      <Button
        small
        look="outlined"
        icon="sync"
        label={t('round.random')}
        onClick={() => onSet(halved(shuffled(ids, Math.random)))}
      />
      <Button
        small
        look="outlined"
        icon="arrow-right-arrow-left"
        label={t('round.swap')}
        onClick={() => onSet(swapped(chosen))}
      />
      <span className={`muted small ${styles.hint}`}>{t('round.sidesHint')}</span>
    </div>
  );
}

/**
 * The sides that are prepared or follow from the last round. In freestyle, the turn's anchor is stored as the attacker.
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

interface PicksProps {
  turns: boolean;
  /** The number of anchors in each of `places`. */
  counts: readonly number[];
  onDrop(anchorId: string, place: Place): void;
  children: ReactNode;
}

/** The anchors: three columns for the sides of a battle, one list for a turn. A row keeps its element in each column. */
function Picks({ turns, counts, onDrop, children }: PicksProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const placeAt = (event: DragEvent<HTMLElement>): Place => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return places[Math.floor(((event.clientX - left) / width) * places.length)] ?? 'none';
  };
  if (turns) return <ul className={styles.picks}>{children}</ul>;
  return (
    <>
      <div className={styles.heads} aria-hidden="true">
        {places.map((place, index) => (
          <b key={place} className={styles.head} data-place={place}>
            {place === 'none' ? t('round.noSide') : t(`stage.${place}`)}
            <span className="muted num">{number(counts[index] ?? 0)}</span>
          </b>
        ))}
      </div>
      <ul
        className={`${styles.picks} ${styles.sides}`}
        data-sides
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const anchorId = event.dataTransfer.getData(DRAGGED);
          if (anchorId !== '') onDrop(anchorId, placeAt(event));
        }}
      >
        {children}
      </ul>
    </>
  );
}

const DRAGGED = 'application/x-ringside-anchor';

interface PickRowProps {
  anchor: Anchor;
  /** The key of the anchor; null after the ninth. */
  digit: number | null;
  /** Knocked out; cannot play. */
  out: boolean;
  /** Whether the dialog chooses one anchor for a turn instead of two sides. */
  turns: boolean;
  place: Place;
  onPut(place: Place): void;
}

const icons: Readonly<Record<Place, string>> = {
  attacker: 'chevron-left',
  none: 'minus',
  defender: 'chevron-right',
};

/** One anchor, with a radio group for its side. Its row can be dragged to another side. */
function PickRow({ anchor, digit, out, turns, place, onPut }: PickRowProps) {
  const { t } = useTranslation();
  const group = useId();
  const { id, nickname: name, avatar, username } = anchor;
  const offered = turns ? (['attacker'] as const) : places;
  const label = (each: Place) =>
    turns ? t('round.thisTurn') : each === 'none' ? t('round.noSide') : t(`stage.${each}`);
  return (
    <li
      className={`${styles.pick} ${styles[out ? 'out' : place] ?? ''}`}
      draggable={!out && !turns}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
    >
      <span className={styles.key}>{digit !== null && !out && <kbd className="key">{digit}</kbd>}</span>
      <Face avatar={avatar} username={username} name={name} />
      <span className={`${styles.name} clip`} title={name}>
        {name}
      </span>
      {out ? (
        <span className="muted">{t('stage.out')}</span>
      ) : (
        <div
          className={turns ? styles.choice : `${styles.choice} ${styles.icons}`}
          role="radiogroup"
          aria-label={name}
        >
          {offered.map((each) => (
            <label key={each} className={styles.choiceOne} data-place={each} title={label(each)}>
              <input
                type="radio"
                name={turns ? 'turn' : group}
                checked={place === each}
                onChange={() => onPut(each)}
              />
              {!turns && <i className={`${styles.choiceIcon} pi pi-${icons[each]}`} aria-hidden="true" />}
              <span className={styles.choiceLabel}>{label(each)}</span>
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

/** The first half attacks, the others defend. The attackers of an odd number are one more. */
export function halved(ids: readonly string[]): Map<string, Place> {
  const half = Math.ceil(ids.length / 2);
  return placesOf(ids.slice(0, half), ids.slice(half));
}

/** The ids in random order. `random` returns a number from 0 to below 1. */
export function shuffled(ids: readonly string[], random: () => number): string[] {
  return ids
    .map((id) => ({ id, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ id }) => id);
}

/** The side after a press of the anchor's key: attacker, defender, none, and again. */
export function nextPlace(place: Place): Place {
  return place === 'none' ? 'attacker' : place === 'attacker' ? 'defender' : 'none';
}
