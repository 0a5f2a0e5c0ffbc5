/** Time (ms) after which no browser still needs the object URL of a download. */
const URL_LIFETIME_MS = 60_000;

/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
