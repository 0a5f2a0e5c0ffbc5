/** Splits a file into parts of at most `size` bytes, in base64, with the place of each. */
export function* base64Parts(bytes: Uint8Array, size: number): Generator<{ offset: number; data: string }> {
  for (let offset = 0; offset < bytes.length; offset += size) {
    let text = '';
    for (const byte of bytes.subarray(offset, offset + size)) text += String.fromCharCode(byte);
    yield { offset, data: btoa(text) };
  }
}
