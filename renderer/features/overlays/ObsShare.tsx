import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import type { ObsSource, ObsView, ObsWidget } from '#renderer/data/obs/obsWidgets.ts';
import { FormFoot, FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { PasswordField, TextField } from '#renderer/kit/form/fields.tsx';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { type ObsScenes, obsMoments, obsScenesSchema, typedObsAddress } from '#shared/contract/obs.ts';
import { fillsPage, sourcePlace } from '#shared/overlay/sourceSize.ts';
import styles from './obs.module.css';
import { pageSize, sourceAddress, sourceSize } from './overlayPage.ts';

/** Keeps the connection to OBS informed of the host's widgets, so that it finds them among OBS's sources. */
export function useWidgetsInObs(links: readonly OverlayLinkView[]): void {
  const { obs, platform } = useRingside();
  const anchors = useShow((state) => state.preset?.anchors.length);
  const page = platform.kind === 'desktop' ? null : window.location;
  useEffect(
    () => obs.setWidgets(links.map((link) => obsWidget(link, page, anchors))),
    [obs, links, page, anchors],
  );
}

function obsWidget(link: OverlayLinkView, page: Location | null, anchors: number | undefined): ObsWidget {
  const { id, name, file, options } = link;
  return {
    id,
    name,
    file,
    url: sourceAddress(link, page),
    ...sourceSize(options, anchors),
    place: fillsPage(options.kind) ? null : sourcePlace(options),
    page: pageSize(options, anchors),
  };
}

/** Adds a widget to OBS, and says in which scenes it is. */
export function ObsShare({ link }: { link: OverlayLinkView }) {
  const { t } = useTranslation();
  const { obs, platform } = useRingside();
  const anchors = useShow((state) => state.preset?.anchors.length);
  const view = useVanillaStore(obs.store, (state) => state.view);
  const [open, setOpen] = useState(false);
  const sources = view?.sources.filter(({ widgetId }) => widgetId === link.id) ?? [];
  const scenes = [...new Set(sources.flatMap((source) => source.scenes))];
  const widget = obsWidget(link, platform.kind === 'desktop' ? null : window.location, anchors);
  return (
    <div className={styles.share}>
      <Button
        small
        look={sources.length === 0 ? 'filled' : 'outlined'}
        icon="video"
        label={t(sources.length === 0 ? 'obs.add' : 'obs.manage')}
        onClick={() => setOpen(true)}
      />
      <span className="muted small" role="status">
        {sources.length > 0 &&
          (scenes.length === 0 ? t('obs.inNoScene') : t('obs.inScenes', { scenes: scenes.join(' · ') }))}
      </span>
      {open && <ObsDialog widget={widget} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Connects to OBS; once connected, adds a widget to a scene and manages where it is. */
function ObsDialog({ widget, onClose }: { widget: ObsWidget; onClose(): void }) {
  const { t } = useTranslation();
  const { obs } = useRingside();
  const { view, problem } = useVanillaStore(obs.store, (state) => state);
  const problemText = useProblemText();
  return (
    <Modal
      title={t('obs.add')}
      onClose={onClose}
      footer={
        <>
          {view !== null && (
            <Button
              look="text"
              icon="times"
              label={t('obs.disconnect')}
              onClick={() => void obs.disconnect()}
            />
          )}
          <Button label={t('action.close')} look="outlined" onClick={onClose} />
        </>
      }
    >
      <div className={styles.dialog}>
        {problem !== null && (
          <div className="banner banner--error" role="alert">
            <i className="pi pi-exclamation-triangle" aria-hidden="true" />
            <span className="spread">{problemText(problem)}</span>
          </div>
        )}
        {view === null ? <ConnectForm /> : <Scenes view={view} widget={widget} />}
      </div>
    </Modal>
  );
}

/** Asks for the address and the password of OBS's WebSocket server. */
function ConnectForm() {
  const { t } = useTranslation();
  const { obs, platform } = useRingside();
  const { settings, phase } = useVanillaStore(obs.store, (state) => state);
  return (
    <FormGroup
      name="obs"
      values={{ address: settings.address.replace('ws://', ''), password: settings.password }}
      onSubmit={async ({ address, password }) => {
        await obs.connect(typedObsAddress(address) ?? settings.address, password);
      }}
    >
      <p className="muted">{t('obs.where')}</p>
      <TextField
        name="address"
        label={t('obs.address')}
        required
        maxLength={100}
        validate={(value) => (typedObsAddress(value) === null ? t('obs.addressProblem') : null)}
      />
      <PasswordField
        name="password"
        label={t('obs.serverPassword')}
        help={t(platform.kind === 'desktop' ? 'obs.keptApp' : 'obs.keptWeb')}
      />
      <FormFoot>
        <Button type="submit" icon="link" label={t('obs.connect')} busy={phase === 'connecting'} />
        {phase === 'waiting' && <span className="muted small">{t('obs.triesAgain')}</span>}
      </FormFoot>
    </FormGroup>
  );
}

function Scenes({ view, widget }: { view: ObsView; widget: ObsWidget }) {
  const { t } = useTranslation();
  const { obs } = useRingside();
  const busy = useVanillaStore(obs.store, (state) => state.busy);
  const [chosen, setChosen] = useState<string | null>(null);
  const scene =
    chosen !== null && view.scenes.includes(chosen) ? chosen : ((view.current || view.scenes[0]) ?? '');
  const sources = view.sources.filter(({ widgetId }) => widgetId === widget.id);
  return (
    <>
      <div className={styles.line}>
        <Select
          id="obs-scene"
          label={t('obs.scene')}
          value={scene}
          options={sceneOptions(view, t('obs.onAir'))}
          onChange={setChosen}
        />
        <Button
          icon="plus"
          label={t('obs.addHere')}
          busy={busy}
          disabled={scene === ''}
          onClick={() => void obs.add(widget, scene)}
        />
      </div>
      {sources.length > 0 && (
        <ul className={styles.sources} aria-label={t('obs.sourcesOf')}>
          {sources.map((source) => (
            <SourceLine key={source.name} source={source} view={view} widget={widget} busy={busy} />
          ))}
        </ul>
      )}
      <SceneSwitching view={view} />
    </>
  );
}

interface SourceLineProps {
  source: ObsSource;
  view: ObsView;
  widget: ObsWidget;
  busy: boolean;
}

/** A source in OBS: its scenes, and the actions on it. */
function SourceLine({ source, view, widget, busy }: SourceLineProps) {
  const { t } = useTranslation();
  const { obs } = useRingside();
  const { name, scenes } = source;
  const [from = ''] = scenes;
  return (
    <li className={styles.source}>
      <span className={styles.words}>
        <b className="clip" title={name}>
          {name}
        </b>
        <span className="muted small clip">
          {scenes.length === 0 ? t('obs.inNoScene') : t('obs.inScenes', { scenes: scenes.join(' · ') })}
        </span>
      </span>
      <span className={styles.actions}>
        {scenes.length === 1 && view.scenes.length > 1 && (
          <Select
            id={`obs-move-${name}`}
            label={t('obs.moveTo', { name })}
            placeholder={t('obs.move')}
            value={null}
            options={view.scenes.filter((to) => to !== from).map((to) => ({ value: to, label: to }))}
            onChange={(to) => void obs.move(widget, { name, from, to })}
          />
        )}
        <Button
          small
          look="outlined"
          icon="refresh"
          ariaLabel={t('obs.refresh', { name })}
          disabled={busy}
          onClick={() => void obs.refresh(widget, name)}
        />
        <Button
          small
          look="outlined"
          danger
          icon="trash"
          ariaLabel={t('obs.remove', { name })}
          disabled={busy}
          onClick={() => void obs.remove(name)}
        />
      </span>
    </li>
  );
}

/** Chooses the scenes that OBS switches to in shows with the preset of this show. */
function SceneSwitching({ view }: { view: ObsView }) {
  const { t } = useTranslation();
  const { obs } = useRingside();
  const preset = useShow((state) => (state.preset === null ? null : state.preset.id));
  const presetName = useShow((state) => state.preset?.name ?? '');
  const saved = useVanillaStore(obs.store, ({ settings }) =>
    preset === null ? undefined : settings.scenes[preset],
  );
  if (preset === null) return <p className="muted small">{t('obs.switch.noPreset')}</p>;
  const scenes: ObsScenes = saved ?? obsScenesSchema.parse({});
  return (
    <fieldset className={styles.switching}>
      <legend>{t('obs.switch.title', { name: presetName })}</legend>
      {obsMoments.map((moment) => (
        <SettingRow key={moment} label={t(`obs.switch.${moment}`)}>
          <Select
            id={`obs-switch-${moment}`}
            label={t(`obs.switch.${moment}`)}
            value={scenes[moment]}
            options={[
              { value: '', label: t('obs.switch.stay') },
              ...sceneOptions(view, t('obs.onAir')),
              ...goneScene(scenes[moment], view, t('obs.switch.gone')),
            ]}
            onChange={(scene) => void obs.saveScenes(preset, { ...scenes, [moment]: scene })}
          />
        </SettingRow>
      ))}
    </fieldset>
  );
}

const sceneOptions = (view: ObsView, onAir: string) =>
  view.scenes.map((value) => ({ value, label: value === view.current ? `${value} (${onAir})` : value }));

/** A chosen scene that OBS no longer has stays in the list, so that the host sees why nothing is switched. */
const goneScene = (scene: string, view: ObsView, gone: string) =>
  scene === '' || view.scenes.includes(scene) ? [] : [{ value: scene, label: `${scene} (${gone})` }];
