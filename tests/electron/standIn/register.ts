import { registerHooks } from 'node:module';

/**
 * Replaces the module `electron` by the stand-in: `node --import ./tests/electron/standIn/register.ts
 * dist/electron/main.js` runs the built app on the system's Chromium. It tests behaviour; native windows, menus and
 * speed need the real Electron.
 */
const standIn = new URL('./module.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
