import { runPublishing, signFeeds } from '../update/publish.ts';

/** `npm run update:sign -- FOLDER PRIVATE_KEY_FILE` signs the feeds in the folder of a release. */
runPublishing('npm run update:sign -- FOLDER PRIVATE_KEY_FILE', ([folder, key]) => {
  if (folder === undefined || key === undefined) return null;
  const signed = signFeeds(folder, key);
  return `Signed ${signed.join(', ')}.`;
});
