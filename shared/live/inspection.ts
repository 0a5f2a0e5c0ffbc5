/** A sample of bytes that could not be decoded, for a person to look at. */
interface Specimen {
  fault: 'unknown' | 'broken';
  /** Why the message is broken; '' for an unknown one. */
  reason: string;
  /** A copy of the first bytes. */
  bytes: Uint8Array;
  /** The full length in bytes. */
  length: number;
}

/** The counts and samples of one method. */
interface MethodReport {
  method: string;
  unknown: number;
  broken: number;
  /** The newest samples, oldest first. */
  specimens: readonly Specimen[];
}

/** The limits of an inspection's memory. */
interface InspectionLimits {
  specimensPerMethod: number;
  bytesPerSpecimen: number;
  methods: number;
}

const DEFAULT_LIMITS: InspectionLimits = { specimensPerMethod: 5, bytesPerSpecimen: 2048, methods: 200 };

/** The method name of frames that are broken as a whole. */
export const FRAME = '(frame)';
/** The method name for all methods beyond the limit, so that invented names cannot fill the memory. */
export const OTHER = '(other)';

/** A reused buffer for samples, because unknown messages arrive by the thousand. */
interface SampleBuffer {
  fault: Specimen['fault'];
  reason: string;
  buffer: Uint8Array;
  used: number;
  length: number;
}

interface Entry {
  unknown: number;
  broken: number;
  /** A ring buffer. Once it is full, the oldest is at `next`. */
  samples: SampleBuffer[];
  next: number;
}

/**
 * Counts undecodable messages by method, and keeps the newest samples of each. Memory is bounded by methods × samples ×
 * bytes.
 */
export class Inspection {
  readonly #limits: InspectionLimits;
  readonly #entries = new Map<string, Entry>();
  #unknown = 0;
  #broken = 0;

  constructor(limits: Partial<InspectionLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Number of messages whose method Ringside does not use. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Number of malformed messages and frames. */
  get broken(): number {
    return this.#broken;
  }

  addUnknown(method: string, payload: Uint8Array): void {
    this.#unknown += 1;
    const entry = this.#entry(method);
    entry.unknown += 1;
    this.#keep(entry, 'unknown', '', payload);
  }

  addBroken(method: string, payload: Uint8Array, reason: string): void {
    this.#broken += 1;
    const entry = this.#entry(method);
    entry.broken += 1;
    this.#keep(entry, 'broken', reason, payload);
  }

  /** All counts and samples, methods in the order of their first message. */
  report(): MethodReport[] {
    return Array.from(this.#entries, ([method, entry]) => ({
      method,
      unknown: entry.unknown,
      broken: entry.broken,
      specimens: [...entry.samples.slice(entry.next), ...entry.samples.slice(0, entry.next)].map(specimenOf),
    }));
  }

  #entry(method: string): Entry {
    const known = this.#entries.get(method);
    if (known !== undefined) return known;
    const full = this.#entries.size >= this.#limits.methods && method !== OTHER;
    if (full) return this.#entry(OTHER);
    const entry: Entry = { unknown: 0, broken: 0, samples: [], next: 0 };
    // Limit the length of the name, because it comes from outside.
    this.#entries.set(method.slice(0, 100), entry);
    return entry;
  }

  #keep(entry: Entry, fault: Specimen['fault'], reason: string, payload: Uint8Array): void {
    const { specimensPerMethod, bytesPerSpecimen } = this.#limits;
    const used = Math.min(payload.length, bytesPerSpecimen);
    let sample = entry.samples[entry.next];
    if (sample === undefined) {
      sample = { fault, reason, buffer: new Uint8Array(bytesPerSpecimen), used, length: 0 };
      entry.samples.push(sample);
    }
    sample.fault = fault;
    sample.reason = reason;
    sample.used = used;
    sample.length = payload.length;
    sample.buffer.set(used === payload.length ? payload : payload.subarray(0, used));
    entry.next = (entry.next + 1) % specimensPerMethod;
  }
}

function specimenOf({ fault, reason, buffer, used, length }: SampleBuffer): Specimen {
  return { fault, reason, bytes: buffer.slice(0, used), length };
}
