import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isKeyAction, type KeyAction } from '#renderer/data/keys/actions.ts';
import {
  acceleratorLabel,
  acceleratorOf,
  type GlobalKeyProblem,
  globalKeyProblem,
} from '#renderer/data/keys/globalKeys.ts';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { useKeyActionName, useKeyBlock } from '#renderer/kit/keys/useKey.ts';
import type { GlobalKeys } from '#shared/contract/globalKeys.ts';
import styles from './keys.module.css';
import { usePreferences } from './preferences.tsx';

/** The keys that the desktop app reads while another program has the focus. */
export interface GlobalKeySettings {
  app: DesktopApp;
  keys: GlobalKeys;
  /** Actions whose key another program has. */
  refused: readonly string[];
  save(keys: GlobalKeys): void;
}

/** Returns the global keys; null until they are loaded. */
export function useGlobalKeySettings(app: DesktopApp): GlobalKeySettings | null {
  const [preferences, change] = usePreferences(app);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const check = useCallback(async () => {
    const answer = await app.checkGlobalKeys({});
    if (answer.ok) setRefused(answer.result.refused);
  }, [app]);
  useEffect(() => void check(), [check]);
  if (preferences === null) return null;
  return {
    app,
    keys: preferences.globalKeys,
    refused,
    save: (globalKeys) => void change({ globalKeys }).then(check),
  };
}

export interface GlobalKeyChoiceProps {
  action: KeyAction;
  global: GlobalKeySettings;
  /** True while the row waits for the new key to be pressed. */
  asking: boolean;
  onAsk(on: boolean): void;
  onProblem(text: string | null): void;
}

/** The global key of an action. The button records another key; Escape cancels. */
export function GlobalKeyChoice({ action, global, asking, onAsk, onProblem }: GlobalKeyChoiceProps) {
  const { t } = useTranslation();
  const { app, keys, save } = global;
  const actionName = useKeyActionName();
  const name = actionName(action);
  const accelerator = keys[action];

  const tell = (problem: GlobalKeyProblem) =>
    onProblem(
      problem.problem === 'taken'
        ? t('setting.keyTaken', { action: actionName(problem.by) })
        : t('setting.global.notGlobal'),
    );
  useRecorder(
    asking,
    (event) => {
      const wanted = acceleratorOf(event);
      const problem: GlobalKeyProblem | null =
        wanted === null ? { problem: 'notGlobal' } : globalKeyProblem(keys, action, wanted);
      if (problem !== null) return tell(problem);
      if (wanted !== null) save({ ...keys, [action]: wanted });
      onAsk(false);
    },
    () => onAsk(false),
  );
  // The page does not receive the press of a key that is global already. The app reports its actions.
  useEffect(() => {
    if (!asking) return;
    return app.onGlobalKey(({ actions }) => {
      const by = actions.find(isKeyAction);
      if (actions.includes(action)) onAsk(false);
      else if (by !== undefined) tell({ problem: 'taken', by });
    });
  });

  const label = accelerator === undefined ? '' : acceleratorLabel(accelerator);
  const askLabel =
    accelerator === undefined
      ? t('setting.global.add', { action: name })
      : t('setting.global.of', { action: name, key: label });
  return (
    <>
      {accelerator !== undefined && !asking && (
        <button
          type="button"
          className="icon-button"
          title={t('setting.global.remove')}
          aria-label={t('setting.global.removeOf', { action: name, key: label })}
          onClick={() => {
            const { [action]: _removed, ...others } = keys;
            save(others);
          }}
        >
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={asking ? `${styles.choice} ${styles.asking}` : styles.choice}
        title={accelerator === undefined && !asking ? t('setting.global.title') : undefined}
        aria-label={asking ? t('setting.global.press') : askLabel}
        aria-pressed={asking}
        onClick={() => onAsk(!asking)}
        onBlur={() => asking && onAsk(false)}
      >
        {asking && t('setting.global.press')}
        {!asking && accelerator === undefined && <i className="pi pi-globe" aria-hidden="true" />}
        {!asking && accelerator !== undefined && (
          <span className={`key ${styles.global}`}>
            <i className="pi pi-globe" aria-hidden="true" />
            {label}
          </span>
        )}
      </button>
    </>
  );
}

/** While active, passes each key press to `onPress` instead of to the page. Escape calls `onCancel`. */
export function useRecorder(
  active: boolean,
  onPress: (event: KeyboardEvent) => void,
  onCancel: () => void,
): void {
  const latest = useRef({ onPress, onCancel });
  useEffect(() => {
    latest.current = { onPress, onCancel };
  });
  useKeyBlock(active);
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') latest.current.onCancel();
      else latest.current.onPress(event);
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [active]);
}
