import { makeUpdateKey, runPublishing } from '../update/publish.ts';

/** `npm run update:key -- PRIVATE_KEY_FILE` creates the key that signs update feeds. */
runPublishing('npm run update:key -- PRIVATE_KEY_FILE', ([file]) => {
  if (file === undefined) return null;
  const keys = makeUpdateKey(file);
  return `The private key is in ${file}: keep it off this machine and out of the sources. Its public half is in ${keys}, which npm run dist packs.`;
});
