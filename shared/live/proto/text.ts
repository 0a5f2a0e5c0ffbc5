const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this number of bytes, decoding plain ASCII here is faster than calling the decoder. */
const SHORT = 24;

/** Decodes the UTF-8 text between two positions. Invalid bytes become U+FFFD. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  if (start === end) return '';
  if (end - start <= SHORT) {
    let text = '';
    let at = start;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
      at += 1;
    }
    if (at === end) return text;
  }
  return utf8.decode(bytes.subarray(start, end));
}
