import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase, useVanillaStore } from '#renderer/data/hooks.ts';
import { PresetEditor } from '#renderer/features/presets/index.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';

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
  useKey('preset.apply', () => choose(saved?.id ?? ''), changed && possible);

  return (
    <Panel
      title={t('home.preset')}
      className="home__preset"
      body="padded"
      badge={<span className="home__brief clip muted">{chosen?.name}</span>}
      actions={
        <>
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
        </>
      }
    >
      <div className="stack" ref={list}>
        <Select
          label={t('preset.choose')}
          placeholder={none ? t('preset.none') : t('preset.choose')}
          value={chosen?.id ?? null}
          options={(presets ?? []).map((preset) => ({ value: preset.id, label: preset.name }))}
          disabled={!possible || none}
          onChange={choose}
        />
        {chosen === null ? (
          <p className="muted small">{phase === 'none' ? t('preset.afterConnect') : t('preset.why')}</p>
        ) : (
          <p className="muted small">
            {t('preset.about', {
              mode: t(`mode.${chosen.mode}`),
              count: chosen.anchors.length,
              anchors: number(chosen.anchors.length),
            })}
          </p>
        )}
        {(rulesWait || (changed && possible)) && (
          <div className="stack home__preset-news">
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
