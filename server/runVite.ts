import { build } from 'vite';

/** `runVite.ts CONFIG [FOLDER]`: runs Vite's build with a configuration, into FOLDER if it is given. */
// Exit if the server that started the build is gone.
process.on('disconnect', () => process.exit(1));
const [configFile = '', outDir] = process.argv.slice(2);
await build({ configFile, logLevel: 'warn', ...(outDir !== undefined && { build: { outDir } }) });
process.exit(0);
