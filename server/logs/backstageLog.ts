import type { BackstageOptions } from '#backstage/openBackstage.ts';

/**
 * Returns a log function of a backstage. It writes JSON lines to stderr. `host` is the backstage's folder below the
 * data folder; empty for the machine's owner.
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
