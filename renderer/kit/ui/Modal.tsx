import { Dialog } from 'primereact/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyBlock } from '../keys/useKey.ts';

export interface ModalProps {
  title: string;
  onClose(): void;
  wide?: boolean;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A modal dialog. It is open while it is rendered and blocks the page's keyboard shortcuts. */
export function Modal({ title, onClose, wide, footer, children }: ModalProps) {
  const { t } = useTranslation();
  useKeyBlock(true);
  return (
    <Dialog
      visible
      header={title}
      footer={footer}
      onHide={onClose}
      className={wide === true ? 'modal--wide' : ''}
      draggable={false}
      resizable={false}
      blockScroll={false}
      dismissableMask={false}
      ariaCloseIconLabel={t('action.close')}
    >
      {children}
    </Dialog>
  );
}
