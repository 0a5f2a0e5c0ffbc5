import { useTranslation } from 'react-i18next';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { type WidgetKind, widgetKinds } from '#shared/contract/overlay/widget.ts';
import { KindSketch } from './KindSketch.tsx';

/**
 * Asks which kind of widget to make. The cards are native buttons: PrimeReact's Button has a single line, and the card
 * has a drawing and two lines.
 */
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
