/** Puts a text on the clipboard; false when the browser does not let a page do so. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed here: the older way may be.
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
