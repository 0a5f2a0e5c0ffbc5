/*
 * The few globals that browsers and Node share and that this folder uses. Its project has neither DOM nor Node types,
 * so that nothing else of them is used here.
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
