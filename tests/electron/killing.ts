import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { rowsOnDisk } from '#tests/integration/backstage/killing.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import type { SenderAndGift } from '#tests/simulator/totals.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { mulberry } from '#tests/support/random.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { until } from '#tests/support/until.ts';
import { Desktop } from './launch.ts';
import { reserveOverlayPort } from './overlayPort.ts';
import { ask, beginShow, crash, totalsOnScreen } from './toolWindow.ts';

type Victim = 'renderer' | 'backstage' | 'main';

interface Sums {
  gifts: number;
  diamonds: number;
}

interface DesktopKill {
  kill: number;
  victim: Victim;
  onScreen: Sums;
  /** Sums in the widget whose link was made at the start. */
  onLink: Sums;
  truth: Sums;
  equal: boolean;
}

interface DesktopKills {
  kills: DesktopKill[];
  /** Gifts by viewer in the rows on disk and in the platform's totals. */
  rows: SenderAndGift[];
  truth: SenderAndGift[];
}

interface DesktopKillPlan {
  kills: number;
  seed: number;
  faults: string;
  said?: (kill: DesktopKill) => void;
}

/** Below the limit at which the app stops restarting a process: another test covers three crashes in a row. */
const MOST_IN_A_ROW = 2;
const LONGEST_LIFE_MS = 1_500;
const CATCH_UP_LIMIT_MS = 30_000;

/**
 * Runs a busy show in the desktop app and kills one of its processes at random moments. After each kill, pauses the
 * platform and compares the screen and a widget with the delivered gifts.
 */
export async function runDesktopKills(plan: DesktopKillPlan): Promise<DesktopKills> {
  const { seed, faults } = plan;
  const room = await startSimulator({ seed, faults, giftsPerSecond: 150, held: true });
  const env = { LIVE_WEB_URL: room.webUrl, LIVE_WS_URL: room.wsUrl };
  const random = mulberry(seed);
  const kills: DesktopKill[] = [];
  const userData = temporaryFolder();
  await reserveOverlayPort(userData);
  let desktop = await Desktop.launch({ env, userData });
  try {
    const page = await desktop.page('/tool');
    await page.waitForSelector('[data-totals]');
    await beginShow(page, room);
    const link = await makeLink(page);
    room.resume();
    const inARow = { renderer: 0, backstage: 0 };
    while (kills.length < plan.kills) {
      await wait(random() * LONGEST_LIFE_MS);
      const victim = choose(random(), inARow);
      if (victim === 'main') {
        const orphan = desktop.backstagePid;
        await desktop.kill();
        desktop = await Desktop.launch({ env, userData });
        await until(() => desktop.backstagePid !== orphan, 'another backstage');
        Object.assign(inARow, { renderer: 0, backstage: 0 });
      } else {
        inARow[victim] += 1;
        await killPart(desktop, victim);
      }
      const kill = await compare(desktop, room, link, { kill: kills.length + 1, victim });
      kills.push(kill);
      plan.said?.(kill);
    }
    room.pause();
    await room.allAcked();
    await desktop.kill();
    const rows = rowsOnDisk(join(userData, 'backstage'));
    return { kills, rows, truth: room.delivered().bySenderAndGift };
  } finally {
    await desktop.dispose();
    await room.close();
  }
}

function choose(chance: number, inARow: Record<Exclude<Victim, 'main'>, number>): Victim {
  const open: Victim[] = (['renderer', 'backstage'] as const).filter((part) => inARow[part] < MOST_IN_A_ROW);
  open.push('main');
  return open[Math.floor(chance * open.length)] ?? 'main';
}

async function killPart(desktop: Desktop, victim: 'renderer' | 'backstage'): Promise<void> {
  if (victim === 'renderer') {
    await crash(await desktop.page('/tool'));
    return;
  }
  const pid = desktop.backstagePid;
  process.kill(pid, 'SIGKILL');
  await until(() => desktop.backstagePid !== pid, 'another backstage');
}

/** The link of a widget that shows totals. */
async function makeLink(page: Page): Promise<string> {
  await ask(page, 'overlay.create', { kind: 'totalVotes', name: 'Votes' });
  let url = '';
  await until(async () => {
    url = (await ask(page, 'overlay.list', {})).links[0]?.url ?? '';
    return url !== '';
  }, 'the address of a widget');
  return url;
}

/** Lost or doubled gifts never recover, so polling hides no fault. */
async function compare(
  desktop: Desktop,
  room: Simulator,
  link: string,
  about: Pick<DesktopKill, 'kill' | 'victim'>,
): Promise<DesktopKill> {
  room.pause();
  await room.allAcked();
  const { gifts, diamonds } = room.delivered();
  const isTrue = (sums: Sums) => sums.gifts === gifts && sums.diamonds === diamonds;
  let onScreen: Sums = { gifts: -1, diamonds: -1 };
  let onLink: Sums = onScreen;
  const page = await desktop.page('/tool');
  const isEqual = async () => {
    onScreen = await totalsOnScreen(page).catch(() => onScreen);
    onLink = await sumsAt(link);
    return isTrue(onScreen) && isTrue(onLink);
  };
  const equal = await until(isEqual, 'the count', CATCH_UP_LIMIT_MS).then(
    () => true,
    () => false,
  );
  room.resume();
  return { ...about, onScreen, onLink, truth: { gifts, diamonds }, equal };
}

/** The sums that a new page under the link gets; -1 while nothing answers. */
async function sumsAt(link: string): Promise<Sums> {
  const page = await OverlayPage.open(link);
  try {
    await page.until(() => page.options !== null || page.closed);
    const { count, diamonds } = page.state.totals?.show ?? { count: -1, diamonds: -1 };
    return { gifts: count, diamonds };
  } finally {
    page.close();
  }
}
