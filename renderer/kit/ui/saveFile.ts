/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoke the object URL in the next task: the click starts the download synchronously.
  window.setTimeout(() => URL.revokeObjectURL(url), 0);
}
