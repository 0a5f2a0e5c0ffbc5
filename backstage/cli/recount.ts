import { RingsideError } from '#shared/contract/error.ts';
import { type RecordingCount, RecordingCounter } from '../recording/count.ts';
import { readRecording } from '../recording/read.ts';

/** `npm run recount -- FILE [--json]`: what a recording amounts to, counted as a running show counts. */
const args = process.argv.slice(2);
const asJson = args.includes('--json');
const [file, ...rest] = args.filter((arg) => arg !== '--json');

if (file === undefined || rest.length > 0 || file.startsWith('-')) {
  fail('Name one recording: npm run recount -- FILE [--json]');
} else {
  try {
    const counter = new RecordingCounter();
    const { badLines } = await readRecording(file, (message) => counter.take(message));
    const { count } = counter;
    process.stdout.write(asJson ? `${JSON.stringify(count, null, 1)}\n` : table(count));
    if (badLines > 0) process.stderr.write(`${badLines} lines could not be read and are not counted.\n`);
  } catch (error) {
    fail(explain(error, file));
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

function table(count: RecordingCount): string {
  const header = ['sender', 'gift', 'name', 'count', 'diamonds'];
  const lines = count.bySenderAndGift.map((line) => [
    line.userId,
    String(line.giftId),
    line.name,
    String(line.count),
    String(line.diamonds),
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const numbers = new Set([1, 3, 4]);
  const show = (cells: string[]) =>
    cells
      .map((cell, column) =>
        numbers.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const sums = `${count.messages} gift messages, ${count.gifts} gifts, ${count.diamonds} diamonds`;
  return `${[show(header), ...lines.map(show), '', sums].join('\n')}\n`;
}
