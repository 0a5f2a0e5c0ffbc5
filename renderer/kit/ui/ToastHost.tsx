import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage, useVanillaStore } from '#renderer/data/hooks.ts';
import type { Toast, ToastSeverity } from '#renderer/data/stores/toastStore.ts';
import { useText } from '../i18n/useText.ts';
import styles from './ToastHost.module.css';

const icons: Record<ToastSeverity, string> = {
  info: 'info-circle',
  success: 'check-circle',
  warn: 'exclamation-triangle',
  error: 'times-circle',
  secondary: 'comment',
  contrast: 'bell',
};

/** Shows the first toast of the queue at the top centre, above everything else. */
export function ToastHost() {
  const { toasts } = usePage();
  const first = useVanillaStore(toasts, (state) => state.toasts[0]);
  const waiting = useVanillaStore(toasts, (state) => state.toasts.length - 1);
  return (
    <div className={`toasts ${styles.toasts}`} aria-live="polite">
      {first !== undefined && <ToastItem key={first.id} toast={first} waiting={waiting} />}
    </div>
  );
}

/** One toast; its countdown pauses while the pointer is over it. */
function ToastItem({ toast, waiting }: { toast: Toast; waiting: number }) {
  const { t } = useTranslation();
  const text = useText();
  const { toasts } = usePage();
  const { remove, hold, release } = useVanillaStore(toasts, (state) => state);
  const box = useRef<HTMLDivElement>(null);
  const hovered = useHovered(box);
  useEffect(() => {
    if (!hovered) return;
    hold(toast.id);
    return () => release(toast.id);
  }, [hovered, hold, release, toast.id]);

  return (
    <div
      ref={box}
      className={`toast ${styles.toast} ${styles[toast.severity]}`}
      role={toast.severity === 'error' ? 'alert' : 'status'}
    >
      <i className={`pi pi-${icons[toast.severity]}`} aria-hidden="true" />
      <div className="spread">
        <p className="strong">{text(toast.summary)}</p>
        {toast.detail !== null && <p className="muted">{text(toast.detail)}</p>}
      </div>
      {waiting > 0 && (
        <span className="count" title={t('toast.waiting', { shown: waiting })}>
          +{waiting}
        </span>
      )}
      {toast.closable && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('action.close')}
          onClick={() => remove(toast.id)}
        >
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Returns whether the pointer is over the element. */
function useHovered(ref: RefObject<HTMLElement | null>): boolean {
  const [hovered, setHovered] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const enter = () => setHovered(true);
    const leave = () => setHovered(false);
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointerenter', enter);
      element.removeEventListener('pointerleave', leave);
    };
  }, [ref]);
  return hovered;
}
