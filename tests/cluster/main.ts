import { createInterface } from 'node:readline';
import { LocalCluster } from './localCluster.ts';

/**
 * `npm run cluster [-- --servers=N] [--port=N]`: starts servers of one cluster and a PostgreSQL with a standby on this
 * machine, for trying what a fault does. Everything is deleted at the end.
 */
const help = `Commands, with the number of a server:
  kill N    ends it without warning      stop N   asks it to end, as an upgrade does
  start N   starts it again              freeze N, thaw N
  cut N, mend N   its line to the database
  failover  kills the database's primary and promotes the standby
  quit`;

const argument = (name: string, fallback: number): number => {
  const given = process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
  const value = Number(given ?? fallback);
  if (Number.isInteger(value) && value > 0) return value;
  console.error(`--${name} takes a whole number above 0.`);
  process.exit(1);
};

const ADMIN_EMAIL = 'admin@ringside.local';
const ADMIN_PASSWORD = 'Cluster_1';

const servers = argument('servers', 3);
console.log(`Starting PostgreSQL, its standby and ${servers} servers...`);
const cluster = await LocalCluster.open({
  servers,
  firstPort: argument('port', 5181),
  env: { TOOL: 'account', ADMIN_EMAIL, ADMIN_PASSWORD },
});
for (const { name, url } of cluster.nodes) console.log(`${name}  ${url}`);
console.log(`Sign in on any of them as ${ADMIN_EMAIL} with the password ${ADMIN_PASSWORD}.\n${help}`);

const input = createInterface({ input: process.stdin, output: process.stdout });
const close = () => input.close();
process.once('SIGTERM', close);
input.on('SIGINT', close);
input.prompt();
for await (const line of input) {
  const [word = '', number = ''] = line.trim().split(/\s+/);
  if (word === 'quit') break;
  await run(word, Number(number) - 1).catch((error: unknown) => console.error(String(error)));
  input.prompt();
}
console.log('Stopping...');
await cluster.close();
process.exit(0);

async function run(word: string, place: number): Promise<void> {
  if (word === '') return;
  if (word === 'failover') {
    await cluster.failOver();
    console.log('The standby is the primary now.');
    return;
  }
  const node = cluster.nodes[place];
  const commands: Record<string, (() => unknown) | undefined> = {
    kill: () => node?.end('SIGKILL'),
    stop: () => node?.end('SIGTERM'),
    start: () => node?.start(),
    freeze: () => node?.freeze(),
    thaw: () => node?.thaw(),
    cut: () => node?.line.cut(),
    mend: () => node?.line.mend(),
  };
  const command = commands[word];
  if (node === undefined || command === undefined) {
    console.log(help);
    return;
  }
  await command();
  console.log(`${node.name}: ${word} done.`);
}
