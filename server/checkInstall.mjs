/**
 * Runs before `npm start`. Prints what to do if the Node of the project is not installed. Any Node may run this file,
 * so it uses only syntax that an old Node can read.
 */
const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(
    `Ringside needs Node ${NEEDED}, but this is Node ${process.versions.node}. npm ci installs the right one, except if NODE_ENV is production. Run npm ci --include=dev, then start again.\n`,
  );
  process.exitCode = 1;
}
