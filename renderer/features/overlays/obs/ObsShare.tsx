import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import type { ObsWidget } from '#renderer/data/obs/obsWidgets.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { linkAddress, pageSize } from '../overlayPage.ts';
import { ObsDialog } from './ObsDialog.tsx';
import styles from './obs.module.css';

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
  return { id, name, file, url: linkAddress(link, page), ...pageSize(options, anchors) };
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
