import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import { factsOf, type KeyAction, keyActionNames, keyGroups } from '#renderer/data/keys/actions.ts';
import { type Chord, chordLabel, chordOf } from '#renderer/data/keys/chord.ts';
import {
  type ChosenKeys,
  choose,
  type KeyMap,
  type KeyProblem,
  problemOf,
} from '#renderer/data/keys/keyMap.ts';
import { useKeyActionName, useKeyBlock, useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import styles from './keys.module.css';

/** Lists all keyboard shortcuts, to change one or reset all. */
export function KeySettings() {
  const { t } = useTranslation();
  const chosen = useSettings((state) => state.keys);
  const set = useSettings((state) => state.set);
  const map = useKeyMap();
  const [asking, setAsking] = useState<KeyAction | null>(null);
  const [before, setBefore] = useState<ChosenKeys | null>(null);
  const changed = keyActionNames.some((action) => map[action] !== factsOf(action).chord);

  const save = (keys: ChosenKeys) => {
    setBefore(null);
    set({ keys: { ...keys } });
  };
  return (
    <>
      <p className="muted small">{t('setting.keysHint')}</p>
      {keyGroups.map((group) => (
        <section key={group} className={styles.group} aria-label={t(`help.keys.${group}`)}>
          <h3 className={styles.title}>{t(`help.keys.${group}`)}</h3>
          <ul>
            {keyActionNames
              .filter((action) => factsOf(action).group === group)
              .map((action) => (
                <KeyRow
                  key={action}
                  action={action}
                  map={map}
                  asking={asking === action}
                  onAsk={(on) => setAsking(on ? action : null)}
                  onChoose={(chord) => save(choose(chosen, action, chord))}
                />
              ))}
          </ul>
        </section>
      ))}
      <div className={`row ${styles.foot}`}>
        {before === null ? (
          <Button
            look="outlined"
            icon="refresh"
            label={t('setting.keysReset')}
            disabled={!changed}
            onClick={() => {
              setBefore(chosen);
              set({ keys: {} });
            }}
          />
        ) : (
          <>
            <span role="status">{t('setting.keysAreReset')}</span>
            <Button look="outlined" icon="undo" label={t('ledger.undo')} onClick={() => save(before)} />
          </>
        )}
      </div>
    </>
  );
}

export interface KeyRowProps {
  action: KeyAction;
  map: KeyMap;
  /** True while the row waits for the new key to be pressed. */
  asking: boolean;
  onAsk(on: boolean): void;
  onChoose(chord: Chord): void;
}

/** One action and its key. The button records another key; Escape cancels. */
export function KeyRow({ action, map, asking, onAsk, onChoose }: KeyRowProps) {
  const { t } = useTranslation();
  const words = useKeyActionName();
  const [problem, setProblem] = useState<KeyProblem | null>(null);
  const latest = useRef({ map, onAsk, onChoose });
  useEffect(() => {
    latest.current = { map, onAsk, onChoose };
  });
  useKeyBlock(asking);
  useEffect(() => {
    if (!asking) return;
    setProblem(null);
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      const now = latest.current;
      if (event.key === 'Escape') {
        now.onAsk(false);
        return;
      }
      const chord = chordOf(event);
      const wrong = chord === null ? notOne : problemOf(now.map, action, chord);
      setProblem(wrong);
      if (chord === null || wrong !== null) return;
      now.onChoose(chord);
      now.onAsk(false);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [asking, action]);

  const own = factsOf(action).chord;
  const name = words(action);
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {name}
        {asking && problem !== null && (
          <span className="field__problem" role="alert">
            {problem.problem === 'taken'
              ? t('setting.keyTaken', { action: words(problem.by) })
              : t(`setting.key.${problem.problem}`)}
          </span>
        )}
      </span>
      {map[action] !== own && !asking && (
        <button
          type="button"
          className="icon-button"
          title={t('setting.keyDefault', { key: chordLabel(own) })}
          aria-label={t('setting.keyDefaultOf', { action: name, key: chordLabel(own) })}
          disabled={problemOf(map, action, own) !== null}
          onClick={() => onChoose(own)}
        >
          <i className="pi pi-undo" aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={asking ? `${styles.choice} ${styles.asking}` : styles.choice}
        aria-label={
          asking ? t('setting.keyPress') : t('setting.keyOf', { action: name, key: chordLabel(map[action]) })
        }
        aria-pressed={asking}
        onClick={() => onAsk(!asking)}
        onBlur={() => asking && onAsk(false)}
      >
        {asking ? t('setting.keyPress') : <span className="key">{chordLabel(map[action])}</span>}
      </button>
    </li>
  );
}

const notOne: KeyProblem = { problem: 'notChoosable' };
