import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { countFile } from '#backstage/cli/countFile.ts';
import { api } from '#shared/contract/api/index.ts';
import type { RemoteState } from '#shared/contract/remote/state.ts';
import type { ReportViewer } from '#shared/contract/report.ts';
import type { Simulator } from '#tests/simulator/simulator.ts';
import type { SenderAndGift } from '#tests/simulator/totals.ts';
import { presetOf } from '#tests/support/onAir.ts';
import { readCsv, readWorkbook, type Table } from '#tests/support/tables.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';
import { until } from '#tests/support/until.ts';
import { clientOf } from '../cluster.ts';
import { type Booth, LARGE_GIFT } from './booth.ts';
import { newestJournal } from './journals.ts';
import { settlePayout } from './payout.ts';

interface Sums {
  gifts: number;
  diamonds: number;
}

/** The totals of each part of the product. All must equal the platform's. */
export interface Verdict {
  truth: Sums;
  /** Differences by part; empty if all parts agree. */
  disagree: Record<string, unknown>;
  /** Number of rounds, corrections and gaps in the journal. */
  rounds: number;
  corrections: number;
  gaps: number;
  /** Number of different events that the receiver got. */
  hooks: number;
}

const RESTS_MS = 60_000;
const VIEWERS_AT_ONCE = 500;

/** Compares every part of the product with the platform's totals. Ends the show and stops the server. */
export async function verdictOf(
  booth: Booth,
  simulator: Simulator,
  tell: (line: string) => void,
): Promise<Verdict> {
  const disagree: Verdict['disagree'] = {};
  const say = async (who: string, what: () => Promise<unknown>, wanted: unknown) => {
    let said: unknown;
    const agrees = async () => {
      said = await what();
      return isDeepStrictEqual(said, wanted);
    };
    await until(agrees, who, RESTS_MS).then(
      () => tell(`${who} agrees`),
      () => {
        disagree[who] = said;
        tell(`${who} DISAGREES`);
      },
    );
  };
  const { gifts, diamonds, bySenderAndGift } = simulator.delivered();
  const truth = { gifts, diamonds };
  const byViewer = sumsByViewer(bySenderAndGift);

  await say('report', () => reported(booth), truth);
  await say("the report's users", async () => tallies(await viewersOf(booth)), byViewer);
  const [host, second] = booth.windows;
  await say("the host's window", () => shown(host), truth);
  await say('the second window', () => shown(second), truth);
  await compareOverlays(booth, say);
  await compareProgram(booth, say);
  await end(host);

  const users = await viewersOf(booth);
  const files = await exported(booth);
  await say('the CSV file', async () => rowsOf(files.csv), rowsWanted(users));
  await say('the workbook', async () => rowsOf(files.xlsx.get('User ranking') ?? []), rowsWanted(users));
  await say("the workbook's sums", async () => sumOf(files.xlsx.get('Data overview') ?? []), truth);
  const client = clientOf(booth.node);
  const { token } = booth;
  await say('the account', async () => {
    const { rows } = (await client.call(api.show.list, { token, params: { page: 1, size: 20 } })).data;
    return rows.map(({ gifts: count, income }) => ({ gifts: count, diamonds: income }));
  }, [truth]);
  const { presets } = await booth.operator.call('presets.list', {});
  await say(
    'the presets of the account',
    async () => {
      const list = await client.call(api.preset.list, { token, params: { page: 1, size: 20 } });
      return list.data.rows.map(({ id, name }) => `${id} ${name}`).sort();
    },
    presets.map(({ id, name }) => `${id} ${name}`).sort(),
  );

  const counted = await countedOf(booth);
  const ended = () => [...booth.receiver.events.values()].find(({ type }) => type === 'show.ended');
  await say(
    "the webhook about the show's end",
    async () => {
      const event = ended();
      return event?.type === 'show.ended' && { gifts: event.data.gifts, diamonds: event.data.diamonds };
    },
    { gifts: counted.count, diamonds: counted.diamonds },
  );
  await comparePayout(booth, simulator, say);

  await booth.shut();
  const journal = newestJournal(booth.nodes.map(({ dataDir }) => dataDir));
  await say('the rows of the journal', async () => byKey(journal.rows()), byKey(bySenderAndGift));
  const missing = (ids: readonly string[]) => ids.filter((id) => !booth.receiver.events.has(id));
  const events = journal.events(LARGE_GIFT);
  await say('the events of the webhooks: none is missing', async () => missing(events), []);
  const known = new Set(events);
  const others = [...booth.receiver.events.keys()].filter((id) => !known.has(id));
  await say('the events of the webhooks: none is of another show', async () => others, []);
  const { game } = await countFile(journal.path, null);
  await say('the recount', async () => ({ gifts: game?.all.gifts, diamonds: game?.all.diamonds }), truth);
  await say('the recount of refused commands', async () => game?.refused, []);
  return {
    truth,
    disagree,
    rounds: game?.rounds.length ?? 0,
    corrections: game?.corrections ?? 0,
    gaps: game?.gaps ?? 0,
    hooks: booth.receiver.events.size,
  };
}

type Say = (who: string, what: () => Promise<unknown>, wanted: unknown) => Promise<void>;

/** Overlays show counted votes, so compare them with the report, which equals the platform's totals by now. */
async function compareOverlays(booth: Booth, say: Say): Promise<void> {
  const { report } = await booth.operator.call('report.read', { filter: {} });
  const { givers, counted } = report.overview;
  const { count, votesTenths } = counted;
  await say(
    'the overlays that were told all along',
    async () => {
      const { told, now } = await booth.overlayStates();
      const totals = now[0]?.totals?.show;
      return { same: isDeepStrictEqual(told, now), count: totals?.count, votesTenths: totals?.votesTenths };
    },
    { same: true, count, votesTenths },
  );
  const figures = [Math.floor(votesTenths / 10), givers, count].map((each) => each.toLocaleString('en-US'));
  await say('the page of all votes', () => booth.textOf('totalVotes'), figures.sort());
  const ranking = await booth.textNow('ranking', report.seq);
  await say('the page of the ranking', () => booth.textOf('ranking'), ranking);
  await say('the page of a scene', () => booth.scene.texts(), figures);
  await say("the host's effect pack in the scene", () => booth.scene.playsItsPack(booth.operator), true);
  await say('the widget in OBS', async () => booth.desk.shown, booth.desk.link);
}

/** What a program reads, and what it has from following all changes. Both have the votes of the report. */
async function compareProgram(booth: Booth, say: Say): Promise<void> {
  const { count, diamonds, votesTenths } = await countedOf(booth);
  const wanted = { gifts: count, diamonds, votesTenths };
  const sums = ({ gifts, ...show }: RemoteState['scores']['show']) => ({
    gifts,
    diamonds: show.diamonds,
    votesTenths: show.votesTenths,
  });
  await say('the state for programs', async () => sums((await booth.program.state()).scores.show), wanted);
  await say(
    'a program that follows the changes',
    async () => booth.program.followed && sums(booth.program.followed.scores.show),
    wanted,
  );
}

/** The sheet has the report's diamonds, stays as it was settled, and shows a later correction as a difference. */
async function comparePayout(booth: Booth, simulator: Simulator, say: Say): Promise<void> {
  const { report } = await booth.operator.call('report.read', { filter: {} });
  const names = presetOf(simulator).anchors.map(({ nickname }) => nickname);
  const diamonds = Object.fromEntries(
    names.map((name, at) => [
      name,
      report.targets.find(({ target }) => target === `anchor:a${at + 1}`)?.diamonds ?? 0,
    ]),
  );
  const book = await settlePayout(booth);
  const [first = '', second = ''] = names;
  const corrected = {
    ...diamonds,
    [first]: (diamonds[first] ?? 0) - book.corrected,
    [second]: (diamonds[second] ?? 0) + book.corrected,
  };
  await say('the payout sheet', async () => book.settled, diamonds);
  await say('the settled payout sheet after a correction', async () => book.kept, diamonds);
  await say('the difference to the settled payout sheet', async () => book.moved, {
    [first]: -book.corrected,
    [second]: book.corrected,
  });
  await say('the payout sheet that is settled again', async () => book.again, corrected);
}

const countedOf = async ({ operator }: Booth) =>
  (await operator.call('report.read', { filter: {} })).report.overview.counted;

async function reported({ operator }: Booth): Promise<Sums> {
  const { counted, uncounted } = (await operator.call('report.read', { filter: {} })).report.overview;
  return { gifts: counted.count + uncounted.count, diamonds: counted.diamonds + uncounted.diamonds };
}

async function viewersOf({ operator }: Booth): Promise<ReportViewer[]> {
  const all: ReportViewer[] = [];
  for (;;) {
    const page = { filter: {}, sort: 'votes', offset: all.length, limit: VIEWERS_AT_ONCE } as const;
    const { viewers, total } = await operator.call('report.viewers', page);
    all.push(...viewers);
    if (all.length >= total || viewers.length === 0) return all;
  }
}

async function shown(window: ToolPage): Promise<Sums> {
  const { Gifts = -1, 'Total gift amount (diamonds)': Diamonds = -1 } = await window.totals();
  return { gifts: Gifts, diamonds: Diamonds };
}

/** Ends the show by the button and its confirmation. */
async function end({ page }: ToolPage): Promise<void> {
  await page.locator('.deck__session').getByRole('button', { name: /^End/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /End/ }).click();
  await page.getByText('Ended').first().waitFor();
}

/** Saves the files by the report's buttons. */
async function exported({ windows: [{ page }] }: Booth): Promise<{ csv: Table; xlsx: Map<string, Table> }> {
  await page.getByRole('navigation').getByRole('link', { name: 'Data Report', exact: true }).click();
  const main = page.getByRole('main');
  const users = main.getByRole('radiogroup').getByText('Users', { exact: true });
  let told = '';
  const isShown = async () => {
    told = await main.innerText();
    return users.isVisible();
  };
  await until(isShown, () => `the report, not: ${told}`, RESTS_MS);
  await users.click();
  await page.locator('tbody tr').first().waitFor();
  const saved = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return readFile(await download.path());
  };
  return {
    csv: readCsv((await saved('Save CSV')).toString('utf8')),
    xlsx: await readWorkbook(await saved('Save Excel')),
  };
}

function sumsByViewer(lines: readonly SenderAndGift[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { userId, count, diamonds } of lines) {
    const sum = sums.get(userId) ?? { gifts: 0, diamonds: 0 };
    sums.set(userId, { gifts: sum.gifts + count, diamonds: sum.diamonds + diamonds });
  }
  return sums;
}

const tallies = (viewers: readonly ReportViewer[]): Map<string, Sums> =>
  new Map(viewers.map(({ viewerId, count, diamonds }) => [viewerId, { gifts: count, diamonds }]));

/** Account, gifts and diamonds of each line of a file, in order. */
function rowsOf([head = [], ...lines]: Table): string[] {
  const places = ['Account', 'Gifts', 'Diamonds'].map((title) => head.indexOf(title));
  return lines.map((line) => places.map((at) => (line[at] ?? '').replace(/^'/, '')).join(' '));
}

const rowsWanted = (viewers: readonly ReportViewer[]): string[] =>
  viewers.map(({ username, count, diamonds }) => `@${username} ${count} ${diamonds}`);

/** Sum of the overview's lines of counted and uncounted gifts. */
function sumOf([head = [], ...lines]: Table): Sums {
  const named = (name: string) => lines.find(([what]) => what === name) ?? [];
  const sum = (title: string) =>
    ['Counted', 'Not counted'].reduce((all, name) => all + Number(named(name)[head.indexOf(title)] ?? 0), 0);
  return { gifts: sum('Gifts'), diamonds: sum('Diamonds') };
}

function byKey(lines: readonly SenderAndGift[]): Map<string, SenderAndGift> {
  return new Map(lines.map((line) => [`${line.userId} ${line.giftId}`, line]));
}
