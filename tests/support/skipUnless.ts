declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. `npm test` counts a skipped test without a reason as failed. */
    skipReason?: string;
  }
}

/** Options of a test or suite that can run only where something is present; `reason` says what is missing. */
export function skipUnless(isPresent: boolean, reason: string) {
  return isPresent ? {} : { skip: true, meta: { skipReason: reason } };
}
