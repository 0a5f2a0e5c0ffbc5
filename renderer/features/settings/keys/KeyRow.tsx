import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { factsOf, type KeyAction } from '#renderer/data/keys/actions.ts';
import { type Chord, chordLabel, chordOf } from '#renderer/data/keys/chord.ts';
import { type KeyMap, type KeyProblem, problemOf } from '#renderer/data/keys/keyMap.ts';
import { useKeyActionName, useKeyBlock } from '#renderer/kit/keys/useKey.ts';
import styles from './keys.module.css';

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
