import { useTranslation } from 'react-i18next';
import {
  fitScale,
  PageFrame,
  plainOptions,
  sampleAddress,
  useOverlayPage,
} from '#renderer/features/overlays/index.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import type { EffectSettings } from '#shared/contract/rules.ts';

/** Space of the preview (px): the upright page of the overlay, beside the rules. */
const SPACE = { width: 190, height: 338 };
const PAGE = { width: 1080, height: 1920 };

/** The effects of a preset as viewers see them, with a sample show that runs through all levels. */
export function EffectPreview({ effects }: { effects: EffectSettings }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const page = useOverlayPage();
  if (page === null || !effects.enabled) return null;
  const { style, scene, lineColor } = effects;
  const options = plainOptions('effects', language);
  if (options.kind !== 'effects') return null;
  return (
    <PageFrame
      address={sampleAddress(page, { ...options, style, scene, lines: lineColor })}
      title={t('presetEditor.effectPreview')}
      size={PAGE}
      scale={fitScale(PAGE, SPACE)}
      backdrop="video"
    />
  );
}
