import './obs.css';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { PlacePicture, PropertiesPicture, SourcesPicture } from './ObsPictures.tsx';
import { usePageSize } from './usePageSize.ts';

/** How the link gets into OBS, in three pictures; the words in them are those of OBS in the same language. */
export function ObsGuide({ options, onClose }: { options: WidgetOptions; onClose(): void }) {
  const { t } = useTranslation();
  const { width, height } = usePageSize(options);
  return (
    <Modal
      title={t('obs.title')}
      onClose={onClose}
      wide
      footer={<Button label={t('action.close')} autoFocus onClick={onClose} />}
    >
      <ol className="obs">
        <li>
          <SourcesPicture />
          <p>{t('obs.step1')}</p>
        </li>
        <li>
          <PropertiesPicture width={width} height={height} />
          <p>{t('obs.step2', { width, height })}</p>
        </li>
        <li>
          <PlacePicture />
          <p>{t('obs.step3')}</p>
        </li>
      </ol>
      {options.kind === 'workbench' && <p className="obs__more">{t('obs.window')}</p>}
      <p className="obs__more muted small">{t('obs.shows')}</p>
    </Modal>
  );
}
