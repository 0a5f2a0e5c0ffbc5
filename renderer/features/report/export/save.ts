/** Hands a file to the browser, which saves it as it saves every download. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after this turn.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name that every system takes: letters of any language, digits, dots and dashes. */
export function fileName(parts: readonly string[], ending: string): string {
  const name = parts
    .map((part) => part.normalize('NFC').replaceAll(/[^\p{L}\p{N}.]+/gu, '-'))
    .map((part) => part.replaceAll(/^[-.]+|[-.]+$/g, ''))
    .filter((part) => part !== '')
    .join('_');
  return `${name.slice(0, 120) || 'report'}.${ending}`;
}
