import { createBridgeEnd } from './bridgeEnd.ts';
import { decodeClone, encodeClone } from './codec.ts';
import { setUpPageWorld, setUpPreloadWorld, watchTitle } from './worlds.ts';

/** Name of the preload script's world. Electron's has no public name. */
export const PRELOAD_WORLD = 'electron-preload';
/** The binding from that world to the stand-in, and the way back. */
export const SEND_BINDING = 'standInSend';
export const ENTRY = 'standInEntry';

const parts = `
const encodeClone = ${encodeClone};
const decodeClone = ${decodeClone};
const createBridgeEnd = ${createBridgeEnd};
`;

/** Runs in the page's world before the page's scripts. */
export function pageScript(secret: string): string {
  return `(() => {
if (window !== window.top) return;
${parts}
(${setUpPageWorld})(createBridgeEnd(${JSON.stringify(secret)}, 'page', 'preload', encodeClone, decodeClone));
})();`;
}

/** Runs in the preload world before the page's scripts, in the top frame only. */
export function preloadScript(secret: string, preload: string): string {
  return `(() => {
const send = globalThis.${SEND_BINDING};
if (window !== window.top) return;
${parts}
const end = createBridgeEnd(${JSON.stringify(secret)}, 'preload', 'page', encodeClone, decodeClone);
const install = (entry) => { globalThis.${ENTRY} = entry; };
const require = (${setUpPreloadWorld})({ end, encode: encodeClone, decode: decodeClone, send, install });
(${watchTitle})(send);
(function (require, module, exports) {
${preload}
})(require, { exports: {} }, {});
})();`;
}
