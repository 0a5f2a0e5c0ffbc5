import { parseArgs } from 'node:util';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { RecordingCount } from '../recording/count.ts';
import type { GameCount, Sums, TargetCount } from '../recording/countGame.ts';
import { countFile, exportJournal, readPreset } from './countFile.ts';

/**
 * `npm run recount -- FILE [--preset PRESET.json] [--json]` counts a recording or a show's journal as a running show
 * counts. `--export OUT` writes the journal as text instead.
 */
const usage =
  'Name one recording or journal: npm run recount -- FILE [--preset PRESET.json] [--json] [--export OUT]';

async function run(
  file: string,
  presetFile: string | undefined,
  asJson: boolean,
  exportTo: string | undefined,
): Promise<void> {
  try {
    if (exportTo !== undefined) {
      await exportJournal(file, exportTo);
      return;
    }
    const preset = presetFile === undefined ? null : presetOf(presetFile);
    if (preset === undefined) return;
    const { gifts, game, badLines } = await countFile(file, preset);
    const count = gifts ?? game;
    if (asJson) process.stdout.write(`${JSON.stringify(count, null, 1)}\n`);
    else if (gifts !== null) process.stdout.write(giftTable(gifts));
    else if (game !== null) process.stdout.write(gameTables(game));
    if (badLines > 0) process.stderr.write(`${badLines} lines could not be read and are not counted.\n`);
  } catch (error) {
    fail(explain(error, file));
  }
}

/** Reads a preset file. Prints the problem and returns undefined if it is invalid. */
function presetOf(file: string) {
  try {
    return readPreset(file);
  } catch (error) {
    if (!(error instanceof RingsideError)) throw error;
    fail(presetRefusal(file, error.problem));
    return undefined;
  }
}

/** The error message for an invalid preset file, with the name of the field if it is known. */
function presetRefusal(file: string, { code, params }: Problem): string {
  switch (code) {
    case 'recording.notFound':
      return `There is no file ${file}.`;
    case 'preset.fileUnreadable':
      return `${file} is not a preset file that Ringside exported.`;
    case 'preset.fileNewer':
      return `${file} comes from a newer Ringside. Update Ringside, then try again.`;
    case 'preset.tooLarge':
      return `${file} is too large for a preset.`;
    case 'preset.fileField':
      return `${file} cannot be used: ${params?.field} is missing or not valid.`;
    default:
      return `${file} cannot be used: ${params?.field ?? 'the preset'} breaks a rule (${code}).`;
  }
}

function parse() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        preset: { type: 'string' },
        export: { type: 'string' },
      },
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) return null;
    return { file, preset: values.preset, json: values.json, exportTo: values.export };
  } catch {
    return null;
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

function explain(error: unknown, path: string): string {
  if (!(error instanceof RingsideError)) throw error;
  return error.problem.code === 'recording.notFound'
    ? `There is no file ${path}.`
    : `${path} cannot be read as a recording. It should have one message a line, as a show's recording.ndjson.gz has.`;
}

/** Formats a count without a preset as text. */
function giftTable(count: RecordingCount): string {
  const lines = count.bySenderAndGift.map((line) => [
    line.userId,
    String(line.giftId),
    line.name,
    String(line.count),
    String(line.diamonds),
  ]);
  const table = columns(['sender', 'gift', 'name', 'count', 'diamonds'], lines, [1, 3, 4]);
  const sums = `${count.messages} gift messages, ${count.gifts} gifts, ${count.diamonds} diamonds`;
  return `${[...table, '', sums].join('\n')}\n`;
}

/** Formats a count with a preset as text. */
function gameTables(count: GameCount): string {
  const names = new Map(count.votes.map((each) => [each.target.replace(/^anchor:/, ''), nameOf(each)]));
  const anchor = (id: string) => names.get(id) ?? id;
  const votes = columns(
    ['for', 'votes', 'gifts', 'diamonds', 'why'],
    [...count.votes, count.unallocated, count.notCounted].map((each) => [
      nameOf(each),
      votesOf(each),
      String(each.gifts),
      String(each.diamonds),
      whyOf(each),
    ]),
    [1, 2, 3],
  );
  const rounds = columns(
    ['round', 'kind', 'outcome', 'attacker', 'defender', 'unallocated', 'shares'],
    count.rounds.map(({ number, kind, phase, settlement, counts }) => [
      String(number),
      kind,
      settlement?.outcome ?? phase,
      tenths(settlement?.attackerTenths ?? counts.attacker.votesTenths),
      tenths(settlement?.defenderTenths ?? counts.defender.votesTenths),
      tenths(counts.unallocated.votesTenths),
      settlement?.shares
        .map((share) => `${anchor(share.anchorId)} ${tenths(share.votesTenths)}`)
        .join(', ') ?? '',
    ]),
    [0, 3, 4, 5],
  );
  const bindings = columns(
    ['viewer', 'name', 'bound to', 'how'],
    count.bindings.map(({ viewerId, name, anchorId, how, pinned }) => [
      viewerId,
      name,
      anchor(anchorId),
      pinned ? `${how}, pinned` : how,
    ]),
    [],
  );
  const refused = count.refused.map(({ seq, command, code }) => `input ${seq}: ${command} (${code})`);
  const { all, givers, gaps, corrections } = count;
  return `${[
    `Preset: ${count.preset}`,
    '',
    ...votes,
    ...section('Rounds', count.rounds.length, rounds),
    ...section('Bindings', count.bindings.length, bindings),
    ...section('Commands that these rules do not allow', refused.length, refused),
    '',
    `${votesOf(all)} votes of ${all.gifts} gifts by ${givers} viewers, ${all.diamonds} diamonds; ${gaps} gaps, ${corrections} corrections`,
  ].join('\n')}\n`;
}

function section(title: string, size: number, lines: string[]): string[] {
  return size === 0 ? [] : ['', title, ...lines];
}

function nameOf({ target, name }: TargetCount): string {
  if (target === 'uncounted') return 'not counted';
  return name === '' ? target.replace(/^anchor:/, '') : name;
}

function whyOf({ reasons }: TargetCount): string {
  return Object.entries(reasons)
    .map(([reason, sums]) => `${reason} ${votesOf(sums)}`)
    .join(', ');
}

function votesOf({ votesTenths }: Sums): string {
  return tenths(votesTenths);
}

/** Formats tenths without rounding: 45 tenths are 4.5. */
function tenths(value: number): string {
  return value % 10 === 0 ? String(value / 10) : (value / 10).toFixed(1);
}

/** Formats a table with a header. The columns in `numbers` are aligned to the right. */
function columns(header: string[], lines: string[][], numbers: number[]): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  return [header, ...lines].map((cells) =>
    cells
      .map((cell, column) =>
        numbers.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const parsed = parse();
if (parsed === null) fail(usage);
else await run(parsed.file, parsed.preset, parsed.json, parsed.exportTo);
