/**
 * Preloaded into a server of the long show: the clock of its machine is wrong and drifts, in another direction on each
 * server. A restart sets it back to the first error, as a time service does.
 */
const WRONG_BY_MS = 20_000;
/** A fast or slow quartz loses far less. */
const DRIFT = 0.002;

const right = Date.now;
const direction = process.env.NODE_ID?.endsWith('1') === true ? 1 : -1;
const wrong = () => Math.round(right() + direction * (WRONG_BY_MS + performance.now() * DRIFT));

Date.now = wrong;
globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], called) =>
    Reflect.construct(target, given.length === 0 ? [wrong()] : given, called),
});
