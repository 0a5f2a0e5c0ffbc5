import { z } from 'zod';
import { openBackstage } from '#backstage/openBackstage.ts';
import { defaultLines } from '#backstage/sources/lines.ts';
import { openWsSocket } from '#backstage/sources/socket.ts';
import { catchFaults } from '#server/hosting/faultBoundary.ts';
import { Hosting, type Owner } from '#server/hosting/hosting.ts';

/**
 * A process with the backstages of two hosts, each with its own room. The message `{ key, way }` makes the backstage of
 * the host `key` throw an error from a timer, a promise or a call.
 */
const [dataDir = '', ...rooms] = process.argv.slice(2);
const say = (message: object) => process.send?.(message);

type Way = 'timer' | 'promise' | 'call';
let wanted: { key: string; way: Way } | null = null;

const timers = new Map<string, NodeJS.Timeout>();

function failFrom(key: string): void {
  clearInterval(timers.get(key));
  const timer = setInterval(() => {
    if (wanted?.key !== key || wanted.way === 'call') return;
    const { way } = wanted;
    wanted = null;
    clearInterval(timer);
    if (way === 'timer') throw new Error(`a timer of ${key}`);
    void Promise.reject(new Error(`a promise of ${key}`));
  }, 10);
  timers.set(key, timer);
}

const hosting = new Hosting({
  dataDir,
  onFault: (error, folder = '') => say({ fault: error instanceof Error ? error.message : '', folder }),
  open: async (folder, owner) => {
    const key = owner.kind === 'own' ? 'own' : owner.key;
    const [webUrl = '', wsUrl = ''] = rooms[key === 'one' ? 0 : 1]?.split(' ') ?? [];
    const backstage = await openBackstage({
      dataDir: folder,
      build: 'test',
      lines: defaultLines({ LIVE_WEB_URL: webUrl, LIVE_WS_URL: wsUrl }),
      log: () => undefined,
      openSocket: (...args) => {
        failFrom(key);
        return openWsSocket(...args);
      },
    });
    const { connect } = backstage;
    return Object.assign(backstage, {
      connect: (screen: Parameters<typeof connect>[0]) => {
        const client = connect(screen);
        return Object.assign(client, {
          setBacklog: () => {
            if (wanted?.key !== key || wanted.way !== 'call') return;
            wanted = null;
            throw new Error(`a call of ${key}`);
          },
        });
      },
    });
  },
});
catchFaults((error) => {
  say({ lastResort: String(error) });
  process.exit(1);
});

for (const key of ['one', 'two']) {
  const owner: Owner = { kind: 'host', key };
  const lease = await hosting.acquire(owner);
  if (lease === null) throw new Error('the server is full');
  const screen = lease.backstage.connect({ by: key, send: () => undefined, end: () => say({ ended: key }) });
  let id = 0;
  const ask = async (call: string, args: object) => {
    id += 1;
    const answer = await screen.request({ id, call, args });
    if (!answer.ok) throw new Error(`${call}: ${JSON.stringify(answer)}`);
    return z.object({ preset: z.object({ id: z.string() }).optional() }).parse(answer.result);
  };
  await ask('room.open', { username: 'simulator', lineId: 'line1' });
  const { preset } = await ask('presets.save', { preset: { name: 'Team', anchors: [] } });
  await ask('session.choosePreset', { presetId: preset?.id });
  await ask('session.act', { action: 'start' });
  process.on('message', (message: { key: string; way: Way } | 'close') => {
    if (message === 'close') return;
    wanted = message;
    if (message.way === 'call' && message.key === key) screen.setBacklog(0);
  });
}
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  if (message === 'close') void hosting.close().then(() => process.exit(0));
});
say({ ready: true });
