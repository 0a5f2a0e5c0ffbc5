const ownKeys = '[role="listbox"], [role="dialog"], [role="menu"], [contenteditable="true"]';
const silentInputs = ['checkbox', 'radio', 'button', 'submit'];

/** Whether the keys of the page rest: somebody types, a list or menu is open, or a dialog is up. */
export function keysRest(target: EventTarget | null): boolean {
  if (document.querySelector('.p-dialog-mask') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(ownKeys) !== null) return true;
  if (target instanceof HTMLInputElement) return !silentInputs.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
