import { registerHooks } from 'node:module';

/**
 * To be imported before anything that imports drizzle-orm or zod.
 *
 * The package.json of drizzle-orm has thousands of exports, and Node reads all of them again for each of its hundreds
 * of files: half a second and more than 200 MB of every start. Inside a package files name each other by their paths,
 * for which nothing has to be read. And zod brings its messages in fifty languages, of which the server shows none:
 * its own sentences say what is wrong with a field.
 */
const LEAN = /\/node_modules\/(?:drizzle-orm|zod)\//;
const MESSAGES = /\/node_modules\/zod\/v4\/locales\/index\.js$/;

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL } = context;
    const isInside = specifier.startsWith('.') && specifier.endsWith('.js') && LEAN.test(parentURL ?? '');
    if (!isInside) return next(specifier, context);
    const url = new URL(specifier, parentURL).href.replace(MESSAGES, (index) => index.replace('index', 'en'));
    return { url, format: 'module', shortCircuit: true };
  },
});
