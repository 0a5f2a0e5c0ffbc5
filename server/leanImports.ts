import { registerHooks } from 'node:module';

const PACKAGE = '/node_modules/drizzle-orm/';

/**
 * To be imported before anything that imports drizzle-orm. Its package.json has thousands of exports, and Node reads
 * all of them again for each of its hundreds of files: half a second and more than 200 MB of every start. Inside the
 * package files name each other by their paths, for which nothing has to be read.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL } = context;
    const isInside = specifier.startsWith('.') && specifier.endsWith('.js') && parentURL?.includes(PACKAGE);
    if (isInside !== true) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
