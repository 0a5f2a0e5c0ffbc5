import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '#renderer/data/api/useAct.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

export interface SaveDialogProps {
  title: string;
  wide?: boolean;
  /** False while there is nothing that could be saved. */
  ready: boolean;
  save(): Promise<unknown>;
  onDone(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog whose choice is saved as a whole; it stays open when that is refused. */
export function SaveDialog({ title, wide, ready, save, onDone, onClose, children }: SaveDialogProps) {
  const { t } = useTranslation();
  const { busy, act } = useAct();
  return (
    <Modal
      title={title}
      wide={wide ?? false}
      onClose={onClose}
      footer={
        <>
          <Button look="outlined" label={t('action.cancel')} onClick={onClose} />
          <Button
            label={t('action.save')}
            busy={busy}
            disabled={!ready}
            onClick={() => void act(save).then((done) => done && onDone())}
          />
        </>
      }
    >
      {children}
    </Modal>
  );
}
