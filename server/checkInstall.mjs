/**
 * Runs before `npm start` on whatever Node there is, so in JavaScript that an old one reads: says what to do where the
 * Node that the project brings along has not been installed.
 */
const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(
    `Ringside needs Node ${NEEDED}; this is Node ${process.versions.node}. npm ci installs the right one beside Ringside, but leaves it out where NODE_ENV is production: run npm ci --include=dev, then start again.\n`,
  );
  process.exitCode = 1;
}
