import { registerHooks } from 'node:module';

/**
 * Makes `electron` mean the stand-in: `node --import ./tests/electron/standIn/register.ts dist/electron/main.js`
 * runs the built app on the system's Chromium. Correctness is what it shows; the look of windows and menus of
 * the system, and speed, only the real Electron has.
 */
const standIn = new URL('./module.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
