interface Sample {
  /** Hub time minus page time (ms). */
  offset: number;
  /** Maximum error of the offset (ms): half of the round trip. */
  error: number;
  /** Page time. */
  at: number;
}

/** Lifetime of a sample (ms). */
const SAMPLE_LIFETIME = 150_000;
/** Two samples contradict each other if they differ by this much more (ms) than both errors allow. */
const TOLERANCE = 50;

export interface HubClock {
  /** The hub's time (ms since 1970) at a page time. */
  at(local: number): number;
  /** Adds a sample: the hub read its clock (`hub`) between the page times `sent` and `received`. */
  sample(hub: number, sent: number, received: number): void;
}

/**
 * Estimates the offset between the hub's clock and the page's clock from the most exact recent sample. A new sample
 * discards the older ones that contradict it: a clock was set, or the computer slept.
 */
export function createHubClock(): HubClock {
  let samples: Sample[] = [];
  const best = () => samples.reduce((one, other) => (other.error <= one.error ? other : one));
  return {
    at: (local) => (samples.length === 0 ? local : local + best().offset),
    sample: (hub, sent, received) => {
      const error = Math.max(0, received - sent) / 2;
      const fresh: Sample = { offset: hub - (sent + received) / 2, error, at: received };
      samples = samples.filter(
        (old) =>
          received - old.at < SAMPLE_LIFETIME &&
          Math.abs(old.offset - fresh.offset) <= old.error + error + TOLERANCE,
      );
      samples.push(fresh);
    },
  };
}
