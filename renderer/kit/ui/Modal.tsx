import { Dialog } from 'primereact/dialog';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyBlock } from '../keys/useKey.ts';
import styles from './Modal.module.css';

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
      className={wide === true ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      maskClassName={styles.mask}
      headerClassName={styles.header}
      contentClassName={styles.content}
      pt={{
        headerTitle: { className: styles.title },
        closeButton: { className: styles.close },
        footer: { className: styles.footer },
      }}
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
