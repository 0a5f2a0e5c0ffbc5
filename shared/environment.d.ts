/*
 * The globals of both browsers and Node that this folder uses. Its TypeScript project has neither DOM nor Node types,
 * so that it can use no others.
 */

interface AbortSignal {
  readonly aborted: boolean;
}

declare const AbortSignal: {
  any(signals: readonly AbortSignal[]): AbortSignal;
};

declare class AbortController {
  readonly signal: AbortSignal;
  abort(): void;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
