import { useTranslation } from 'react-i18next';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { type WidgetKind, widgetKinds } from '#shared/contract/overlay/widget.ts';
import { KindSketch } from './KindSketch.tsx';

/** Which widget to make: each kind with what it shows. */
export function KindPicker({ onChoose, onClose }: { onChoose(kind: WidgetKind): void; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal title={t('widgets.make')} onClose={onClose} wide>
      <ul className="kinds">
        {widgetKinds.map((kind, place) => (
          <li key={kind}>
            <button
              type="button"
              className="kinds__one"
              data-pc-autofocus={place === 0}
              onClick={() => onChoose(kind)}
            >
              <KindSketch kind={kind} />
              <span>
                <b>{t(`widgets.kind.${kind}`)}</b>
                <span className="muted small">{t(`widgets.about.${kind}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
