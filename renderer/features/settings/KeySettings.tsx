import { useState } from 'react';
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
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { useKeyActionName, useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { GlobalKeys } from '#shared/contract/globalKeys.ts';
import { GlobalKeyChoice, type GlobalKeySettings, useGlobalKeySettings, useRecorder } from './GlobalKeys.tsx';
import styles from './keys.module.css';

/** Lists all keys of the desktop app, with the keys that work while another program has the focus. */
export function DesktopKeySettings({ app }: { app: DesktopApp }) {
  return <KeySettings global={useGlobalKeySettings(app)} />;
}

/** A row that waits for its new key, or for its new global key. */
interface Asking {
  action: KeyAction;
  global: boolean;
}

/** The keys before a reset. */
interface Before {
  keys: ChosenKeys;
  globalKeys: GlobalKeys;
}

/** Lists all keyboard shortcuts, to change one or reset all. */
export function KeySettings({ global = null }: { global?: GlobalKeySettings | null }) {
  const { t } = useTranslation();
  const chosen = useSettings((state) => state.keys);
  const set = useSettings((state) => state.set);
  const map = useKeyMap();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [before, setBefore] = useState<Before | null>(null);
  const globalKeys = global?.keys ?? {};
  const changed =
    Object.keys(globalKeys).length > 0 ||
    keyActionNames.some((action) => map[action] !== factsOf(action).chord);

  const restore = (wanted: Before) => {
    setBefore(null);
    set({ keys: { ...wanted.keys } });
    global?.save(wanted.globalKeys);
  };
  return (
    <>
      <p className="muted small">{t('setting.keysHint')}</p>
      {global !== null && <p className="muted small">{t('setting.global.hint')}</p>}
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
                  global={global}
                  asking={asking?.action === action ? asking : null}
                  onAsk={setAsking}
                  onChoose={(chord) => {
                    setBefore(null);
                    set({ keys: { ...choose(chosen, action, chord) } });
                  }}
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
              restore({ keys: {}, globalKeys: {} });
              setBefore({ keys: chosen, globalKeys });
            }}
          />
        ) : (
          <>
            <span role="status">{t('setting.keysAreReset')}</span>
            <Button look="outlined" icon="undo" label={t('ledger.undo')} onClick={() => restore(before)} />
          </>
        )}
      </div>
    </>
  );
}

interface KeyRowProps {
  action: KeyAction;
  map: KeyMap;
  /** The global keys; null outside of the desktop app. */
  global: GlobalKeySettings | null;
  /** Not null while the row waits for a key. */
  asking: Asking | null;
  onAsk(asking: Asking | null): void;
  onChoose(chord: Chord): void;
}

/** One action and its keys. The button of a key records another one; Escape cancels. */
function KeyRow({ action, map, global, asking, onAsk, onChoose }: KeyRowProps) {
  const { t } = useTranslation();
  const actionName = useKeyActionName();
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (on: boolean, isGlobal: boolean) => {
    setProblem(null);
    onAsk(on ? { action, global: isGlobal } : null);
  };
  const records = asking !== null && !asking.global;
  useRecorder(
    records,
    (event) => {
      const chord = chordOf(event);
      const wrong: KeyProblem | null =
        chord === null ? { problem: 'notChoosable' } : problemOf(map, action, chord);
      if (wrong !== null) {
        const isTaken = wrong.problem === 'taken';
        setProblem(
          isTaken
            ? t('setting.keyTaken', { action: actionName(wrong.by) })
            : t(`setting.key.${wrong.problem}`),
        );
        return;
      }
      if (chord !== null) onChoose(chord);
      ask(false, false);
    },
    () => ask(false, false),
  );

  const own = factsOf(action).chord;
  const name = actionName(action);
  const refused = global?.refused.includes(action) ? t('setting.global.refused') : null;
  const shown = asking === null ? refused : problem;
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        {name}
        {shown !== null && (
          <span className="field__problem" role="alert">
            {shown}
          </span>
        )}
      </span>
      {map[action] !== own && !records && (
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
        className={records ? `${styles.choice} ${styles.asking}` : styles.choice}
        aria-label={
          records ? t('setting.keyPress') : t('setting.keyOf', { action: name, key: chordLabel(map[action]) })
        }
        aria-pressed={records}
        onClick={() => ask(!records, false)}
        onBlur={() => records && ask(false, false)}
      >
        {records ? t('setting.keyPress') : <span className="key">{chordLabel(map[action])}</span>}
      </button>
      {global !== null && (
        <GlobalKeyChoice
          action={action}
          global={global}
          asking={asking?.global === true}
          onAsk={(on) => ask(on, true)}
          onProblem={setProblem}
        />
      )}
    </li>
  );
}
