/** Something that was not understood, kept so that a person can look at it. */
export interface Specimen {
  fault: 'unknown' | 'broken';
  /** Why a broken one is broken, empty for unknown ones. */
  reason: string;
  /** The beginning of the bytes, a copy. */
  bytes: Uint8Array;
  /** How many bytes there were. */
  length: number;
}

export interface MethodReport {
  method: string;
  unknown: number;
  broken: number;
  /** The last few, oldest first. */
  specimens: readonly Specimen[];
}

export interface InspectionLimits {
  specimensPerMethod: number;
  bytesPerSpecimen: number;
  methods: number;
}

const DEFAULT_LIMITS: InspectionLimits = { specimensPerMethod: 5, bytesPerSpecimen: 2048, methods: 200 };

/** Under this name stand frames that are broken as a whole. */
export const FRAME = '(frame)';
/** Under this name stand the methods beyond the limit, so that made-up names cannot fill the memory. */
export const OTHER = '(other)';

interface Entry {
  unknown: number;
  broken: number;
  specimens: Specimen[];
}

/**
 * Counts what could not be decoded, by method, and keeps the last few of each. Its size has a bound whatever
 * comes in: methods x specimens x bytes.
 */
export class Inspection {
  readonly #limits: InspectionLimits;
  readonly #entries = new Map<string, Entry>();
  #unknown = 0;
  #broken = 0;

  constructor(limits: Partial<InspectionLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Messages of methods that Ringside has no use for. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Messages and frames that are not what they should be. */
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

  /** Everything so far, methods in the order in which they were first met. */
  report(): MethodReport[] {
    return Array.from(this.#entries, ([method, entry]) => ({
      method,
      unknown: entry.unknown,
      broken: entry.broken,
      specimens: [...entry.specimens],
    }));
  }

  #entry(method: string): Entry {
    const known = this.#entries.get(method);
    if (known !== undefined) return known;
    const full = this.#entries.size >= this.#limits.methods && method !== OTHER;
    if (full) return this.#entry(OTHER);
    const entry: Entry = { unknown: 0, broken: 0, specimens: [] };
    // A name is cut too: it comes from outside like everything else.
    this.#entries.set(method.slice(0, 100), entry);
    return entry;
  }

  #keep(entry: Entry, fault: Specimen['fault'], reason: string, payload: Uint8Array): void {
    if (entry.specimens.length >= this.#limits.specimensPerMethod) entry.specimens.shift();
    const bytes = new Uint8Array(payload.subarray(0, this.#limits.bytesPerSpecimen));
    entry.specimens.push({ fault, reason, bytes, length: payload.length });
  }
}
