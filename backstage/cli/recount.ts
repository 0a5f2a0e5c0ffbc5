import { parseArgs } from 'node:util';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { countFile, exportJournal, readPreset } from './countFile.ts';
import { gameTables, giftTable } from './tables.ts';

/**
 * `npm run recount -- FILE [--preset PRESET.json] [--json]` counts a recording or a show's journal as a running show
 * counts. `--export OUT` writes the journal as text instead.
 */
const usage =
  'Name one recording or journal: npm run recount -- FILE [--preset PRESET.json] [--json] [--export OUT]';

const parsed = parse();
if (parsed === null) fail(usage);
else await run(parsed.file, parsed.preset, parsed.json, parsed.exportTo);

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
