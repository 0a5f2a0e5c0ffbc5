import { registerHooks } from 'node:module';

/**
 * Makes finding modules cheap. To be imported before anything that imports drizzle-orm or zod.
 *
 * For each import Node reads again what the package.json of the importing package exports and imports. That of
 * drizzle-orm has thousands of exports, for hundreds of files: half a second and more than 200 MB of every start; and
 * ours is read for each of our own modules. Inside a package files name each other by their paths, and our `#folder/`
 * are folders, for which nothing has to be read.
 *
 * And zod brings its messages in fifty languages, of which the server shows none: its own sentences say what is wrong
 * with a field.
 */
const LEAN = /\/node_modules\/(?:drizzle-orm|zod)\//;
const MESSAGES = /\/node_modules\/zod\/v4\/locales\/index\.js$/;
const ROOT = new URL('..', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '' } = context;
    if (isOfOurs(specifier, parentURL)) {
      const url = specifier.startsWith('#')
        ? new URL(specifier.slice(1), ROOT).href
        : new URL(specifier, parentURL).href;
      return { url, format: 'module-typescript', shortCircuit: true };
    }
    if (specifier.startsWith('.') && specifier.endsWith('.js') && LEAN.test(parentURL)) {
      const url = new URL(specifier, parentURL).href.replace(MESSAGES, (index) =>
        index.replace('index', 'en'),
      );
      return { url, format: 'module', shortCircuit: true };
    }
    return next(specifier, context);
  },
});

/** One of our modules that names another. */
function isOfOurs(specifier: string, parentURL: string): boolean {
  return (
    /^[.#]/.test(specifier) &&
    specifier.endsWith('.ts') &&
    parentURL.startsWith(ROOT) &&
    !parentURL.includes('/node_modules/')
  );
}
