import type { Simulator } from '#tests/simulator/simulator.ts';
import { until } from '#tests/support/until.ts';
import type { Booth } from './booth.ts';
import { assignByHand, changeTheme } from './operators.ts';
import type { RoomPageLoads } from './pageLine.ts';

/** A long show may be slow on a busy machine (ms). */
const BACK_WITHIN = 180_000;
const AGREES_WITHIN = 30_000;

export interface Stage {
  booth: Booth;
  simulator: Simulator;
  roomPage: RoomPageLoads;
  username: string;
  /** What is wrong with an incident. */
  complaints: string[];
}

type Incident = (stage: Stage, at: number) => Promise<void>;

/** What happens during a show, by its name and in its order. A receiver that goes away is back before the last one. */
export const incidents: Readonly<Record<string, Incident>> = {
  'a disputed gift': ({ booth, simulator }, at) =>
    assignByHand(booth.windows[1], simulator, `Disputed ${at}`),
  'another theme': ({ booth }, at) => changeTheme(booth.windows[0], at % 2 === 1 ? 'Nora' : 'Lara'),
  'a broken connection': async (stage) => {
    stage.simulator.cutNow();
    await isBack(stage, 'line1');
  },
  'a room page that reloads': async (stage) => {
    const { booth, roomPage, username } = stage;
    const loads = roomPage.count;
    await booth.operator.call('room.open', { username, lineId: 'line2' });
    await until(() => roomPage.count >= loads + 2, 'the page to reload itself', BACK_WITHIN);
    await isBack(stage, 'line2');
    // The page acknowledges what it gets by itself, so what is on its way when it is closed would be lost.
    await agree(stage, 'the page has reloaded itself');
    await booth.operator.call('room.open', { username, lineId: 'line1' });
    stage.simulator.resume();
    await isBack(stage, 'line1');
  },
  'a receiver that goes away': async ({ booth }) => booth.receiver.goAway(),
  'a killed server': async (stage) => {
    const { booth, simulator } = stage;
    // A restart takes minutes in the time of the show, so gifts pause until the show is back.
    simulator.pause();
    await booth.kill();
    simulator.resume();
    await isBack(stage, 'line1');
  },
  'an OBS that restarts': ({ booth }) => booth.desk.restart(),
  'a drained server': async (stage) => {
    const { booth, complaints } = stage;
    const before = await gapsOf(booth);
    await booth.drain();
    await isBack(stage, 'line1');
    const gaps = (await gapsOf(booth)) - before;
    if (gaps > 0) complaints.push(`a drained server left ${gaps} gaps`);
  },
  'a receiver that is back': ({ booth }) => booth.receiver.comeBack(),
};

/** The show is live on this line, also for programs, and the room hears from it again. */
async function isBack({ booth, simulator }: Stage, lineId: string): Promise<void> {
  let told = '';
  const isLive = async () => {
    const { connection } = await booth.program.state();
    told = JSON.stringify(connection);
    return connection.phase === 'live' && connection.lineId === lineId;
  };
  const refused = (error: unknown) => {
    told = String(error);
    return false;
  };
  await until(
    () => isLive().catch(refused),
    () => `the show to be live on ${lineId}, not ${told}`,
    BACK_WITHIN,
  );
  const acked = simulator.acked();
  await until(() => simulator.acked() > acked, 'gifts to count again', BACK_WITHIN);
}

/** Pauses the platform. Nothing is on its way any more, so the report must have every gift. */
export async function agree({ booth, simulator, complaints }: Stage, moment: string): Promise<void> {
  simulator.pause();
  await simulator.allAcked();
  const { gifts, diamonds } = simulator.delivered();
  let told = '';
  const isEqual = async () => {
    const { counted, uncounted } = (await booth.operator.call('report.read', { filter: {} })).report.overview;
    told = `${counted.count + uncounted.count} gifts, ${counted.diamonds + uncounted.diamonds} diamonds`;
    return told === `${gifts} gifts, ${diamonds} diamonds`;
  };
  await until(isEqual, 'the report', AGREES_WITHIN).catch(() =>
    complaints.push(
      `after ${moment}, the report has ${told}, the platform ${gifts} gifts, ${diamonds} diamonds`,
    ),
  );
}

const gapsOf = async ({ operator }: Booth): Promise<number> =>
  (await operator.call('report.read', { filter: {} })).report.gapCount;
