declare module 'vitest' {
  interface TaskMeta {
    /** Why the test is skipped. `npm test` counts a skipped test without a reason as failed. */
    skipReason?: string;
  }
}

/** Options of a test or suite that is skipped if its requirement is missing. `reason` names the requirement. */
export function skipUnless(isPresent: boolean, reason: string) {
  return isPresent ? {} : { skip: true, meta: { skipReason: reason } };
}
