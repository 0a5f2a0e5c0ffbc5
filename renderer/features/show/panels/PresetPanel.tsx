import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase, useVanillaStore } from '#renderer/data/hooks.ts';
import { PresetEditor } from '#renderer/features/presets/index.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { Show } from '#shared/contract/backstage.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { lastPreset } from '#shared/game/lastPreset.ts';
import styles from '../ShowPage.module.css';

/** The panel of the show's preset: choose, edit, create and apply a changed preset. */
export function PresetPanel() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const ringside = useRingside();
  const presets = useVanillaStore(ringside.presets, (state) => state.presets);
  const chosen = useShow((state) => state.presetAhead ?? state.preset);
  const rulesWait = useShow((state) => state.presetAhead !== null);
  const ended = useShow((state) => state.status === 'ended');
  const { phase } = useShowPhase();
  const [editing, setEditing] = useState<{ presetId?: string } | null>(null);

  const choose = (presetId: string) => void ringside.attempt('session.choosePreset', { presetId });
  const saved = presets?.find((preset) => preset.id === chosen?.id);
  const changed = saved !== undefined && JSON.stringify(saved) !== JSON.stringify(chosen);
  const none = presets !== null && presets.length === 0;
  const possible = phase === 'following' && !ended;
  const list = useRef<HTMLDivElement>(null);
  useKey('preset.focus', () => list.current?.querySelector('input')?.focus(), possible && !none);
  useKey('preset.edit', () => setEditing({ presetId: saved?.id }), saved !== undefined);
  useKey('preset.make', () => setEditing({}));
  const last = useLastPreset(presets ?? [], possible && chosen === null);
  useKey('preset.apply', () => choose(saved?.id ?? ''), changed && possible);
  useKey('preset.last', () => choose(last?.id ?? ''), last !== null);

  return (
    <Panel title={t('home.preset')} className={styles.preset} body="padded">
      <div className="stack" ref={list}>
        {last !== null && (
          <Button
            icon="history"
            label={t('preset.useLast', { name: last.name })}
            keyAction="preset.last"
            onClick={() => choose(last.id)}
          />
        )}
        <Select
          label={t('preset.choose')}
          placeholder={none ? t('preset.none') : t('preset.choose')}
          value={chosen?.id ?? null}
          options={(presets ?? []).map((preset) => ({ value: preset.id, label: preset.name }))}
          disabled={!possible || none}
          onChange={choose}
        />
        <div className={styles.presetLine}>
          <p className={`${styles.presetAbout} ${chosen === null ? styles.presetWhy : ''} muted small`}>
            {chosen === null
              ? t(phase === 'none' ? 'preset.afterConnect' : 'preset.why')
              : t('preset.about', {
                  mode: t(`mode.${chosen.mode}`),
                  count: chosen.anchors.length,
                  anchors: number(chosen.anchors.length),
                })}
          </p>
          <div className={`${styles.presetActions} row`}>
            {saved !== undefined && (
              <Button
                small
                look="text"
                icon="pencil"
                ariaLabel={t('preset.edit')}
                keyAction="preset.edit"
                onClick={() => setEditing({ presetId: saved.id })}
              />
            )}
            <Button
              small
              look={none && possible ? 'filled' : 'outlined'}
              icon="plus"
              label={t('preset.make')}
              keyAction="preset.make"
              onClick={() => setEditing({})}
            />
          </div>
        </div>
        {(rulesWait || (changed && possible)) && (
          <div className={`stack ${styles.presetNews}`}>
            {rulesWait && <p className="needed small">{t('preset.rulesWait')}</p>}
            {changed && possible && (
              <Button
                small
                label={t('preset.apply')}
                icon="check"
                keyAction="preset.apply"
                onClick={() => choose(saved.id)}
              />
            )}
          </div>
        )}
      </div>
      {editing !== null && (
        <Suspense fallback={null}>
          <PresetEditor {...editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

const noShows: readonly Show[] = [];

/** The preset of the latest show that had one; the only preset if there is none; null while it is not needed. */
function useLastPreset(presets: readonly Preset[], needed: boolean): Preset | null {
  const { call } = useRingside();
  // An error is ignored: the list of presets is still there.
  const { data: shows = noShows, isSuccess } = useQuery({
    queryKey: ['shows', 'lastPreset'],
    queryFn: async () => (await call('show.list', {})).shows,
    enabled: needed,
    // Another show may have ended since.
    staleTime: 0,
  });
  if (!needed || !isSuccess) return null;
  return lastPreset(presets, shows);
}
