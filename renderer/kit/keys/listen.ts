import type { KeyStore } from '#renderer/data/keys/keyStore.ts';

const quietInputs = ['checkbox', 'radio', 'button', 'submit', 'reset', 'color', 'range', 'file'];
/** What takes its keys itself while it has the focus. */
const ownKeys = '[role="listbox"], [role="dialog"], [role="menu"], [role="textbox"], [role="combobox"]';

/** Hands the key presses of the page to the key store. */
export function listenToKeys(page: Window, keys: KeyStore): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    // While an input method is at work, the key is for its word.
    if (event.key === 'Escape' && !event.isComposing) leaveField(event.target);
    const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
    const done = keys.press({
      key,
      code,
      shiftKey,
      ctrlKey,
      metaKey,
      altKey,
      repeat,
      typing: event.isComposing || isTyping(event.target),
    });
    if (done) event.preventDefault();
  });
}

/** Escape leaves a field of the page, so that the next key is the page's again. */
function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.closest('[role="dialog"]') === null) target.blur();
}

/** A field takes its keys itself; so do an open list, a menu and a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(ownKeys) !== null) return true;
  if (target instanceof HTMLInputElement) return !quietInputs.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
