import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlain, usePage } from '../app/hooks.ts';
import { useText } from '../i18n/useText.ts';
import type { Toast, ToastSeverity } from '../stores/toastStore.ts';
import { useHovered } from './useHovered.ts';

const icons: Record<ToastSeverity, string> = {
  info: 'info-circle',
  success: 'check-circle',
  warn: 'exclamation-triangle',
  error: 'times-circle',
  secondary: 'info-circle',
  contrast: 'info-circle',
};

/** The toasts, top centre, over everything. */
export function ToastHost() {
  const { toasts } = usePage();
  const all = usePlain(toasts, (state) => state.toasts);
  const remove = usePlain(toasts, (state) => state.remove);
  return (
    <div className="toasts" aria-live="polite">
      {all.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onGone={() => remove(toast.id)} />
      ))}
    </div>
  );
}

function ToastItem({ toast, onGone }: { toast: Toast; onGone(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const hovered = useHovered(box);
  const left = useRef(toast.life);
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    const life = left.current;
    if (hovered || life === null) return;
    const since = performance.now();
    const timer = window.setTimeout(() => gone.current(), life);
    return () => {
      window.clearTimeout(timer);
      left.current = Math.max(0, life - (performance.now() - since));
    };
  }, [hovered]);

  return (
    <div
      ref={box}
      className={`toast toast--${toast.severity}`}
      role={toast.severity === 'error' ? 'alert' : 'status'}
    >
      <i className={`pi pi-${icons[toast.severity]}`} aria-hidden="true" />
      <div className="spread">
        <p className="strong">{text(toast.summary)}</p>
        {toast.detail !== null && <p className="muted">{text(toast.detail)}</p>}
      </div>
      {toast.closable && (
        <button type="button" className="icon-button" aria-label={t('action.close')} onClick={onGone}>
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
