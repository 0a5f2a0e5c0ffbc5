import { usePage } from '#renderer/data/hooks.ts';

/** Returns a function that copies a text to the clipboard and tells the host whether that worked. */
export function useCopy(): (text: string) => Promise<void> {
  const { toasts } = usePage();
  return async (text) => {
    const done = await copyText(text);
    toasts.getState().add({
      severity: done ? 'success' : 'warn',
      summary: { key: done ? 'web.copied' : 'widgets.copyByHand' },
    });
  };
}

/** Copies a text to the clipboard; false if the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Fall back to execCommand.
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'only-for-readers';
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
