import { PublishError } from '../update/publish.ts';

/** Runs a command of a publisher and says what it did; null from it means that arguments are missing. */
export function runPublishing(usage: string, command: (args: readonly string[]) => string | null): void {
  try {
    const said = command(process.argv.slice(2));
    process.stdout.write(`${said ?? `Usage: ${usage}`}\n`);
    if (said === null) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
