import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import { factsOf, type KeyAction, keyActionNames, keyGroups } from '#renderer/data/keys/actions.ts';
import { type ChosenKeys, choose } from '#renderer/data/keys/keyMap.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { KeyRow } from './KeyRow.tsx';
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
