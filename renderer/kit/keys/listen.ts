import type { KeyStore } from '#renderer/data/keys/keyStore.ts';

/** Input types that do not use letter keys. */
const quietInputs = ['checkbox', 'radio', 'button', 'submit', 'reset', 'color', 'range', 'file'];
/** Elements that handle keys themselves while they have the focus. */
const ownKeys = '[role="listbox"], [role="dialog"], [role="menu"], [role="textbox"], [role="combobox"]';

/** Forwards the page's key presses to the key store. */
export function listenToKeys(page: Window, keys: KeyStore): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    // During composition, Escape belongs to the input method.
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

/** Blurs an input outside dialogs, so that the next key works as a shortcut. */
function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.closest('[role="dialog"]') === null) target.blur();
}

/** True if the target handles keys itself: a text field, an open list, a menu or a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(ownKeys) !== null) return true;
  if (target instanceof HTMLInputElement) return !quietInputs.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
