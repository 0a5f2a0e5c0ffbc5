import type { BackstageOptions } from '#backstage/openBackstage.ts';

/**
 * Writes the log of a backstage to stderr, one JSON line per entry. `host` is the folder of its data; empty for the
 * backstage of the machine itself.
 */
export function logOf(host: string): NonNullable<BackstageOptions['log']> {
  return ({ at, message, error }) => {
    const why =
      error instanceof Error
        ? (error.stack ?? error.message)
        : error === undefined
          ? undefined
          : String(error);
    process.stderr.write(
      `${JSON.stringify({ time: new Date(at).toISOString(), host, message, error: why })}\n`,
    );
  };
}
