import type { KeyStore } from './keyStore.ts';

const quietInputs = ['checkbox', 'radio', 'button', 'submit'];

/** Hands the key presses of the page to the key store. */
export function listenToKeys(page: Window, keys: KeyStore): void {
  page.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leaveField(event.target);
    const done = keys.press({
      key: event.key,
      modified: event.ctrlKey || event.metaKey || event.altKey,
      repeat: event.repeat,
      typing: event.isComposing || isTyping(event.target),
    });
    if (done) event.preventDefault();
  });
}

/** Escape leaves a field of the page, so that the next key is the page's again. */
function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.closest('[role="dialog"]') === null) target.blur();
}

/** A field takes its keys itself; so do an open list and a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="listbox"], [role="dialog"]') !== null) return true;
  if (target instanceof HTMLInputElement) return !quietInputs.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
