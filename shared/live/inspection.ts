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

/** A specimen whose bytes are overwritten by a later one: unknown messages come by the thousand. */
interface Jar {
  fault: Specimen['fault'];
  reason: string;
  buffer: Uint8Array;
  used: number;
  length: number;
}

interface Entry {
  unknown: number;
  broken: number;
  /** A ring, the oldest at `next` once it is full. */
  jars: Jar[];
  next: number;
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
      specimens: [...entry.jars.slice(entry.next), ...entry.jars.slice(0, entry.next)].map(specimenOf),
    }));
  }

  #entry(method: string): Entry {
    const known = this.#entries.get(method);
    if (known !== undefined) return known;
    const full = this.#entries.size >= this.#limits.methods && method !== OTHER;
    if (full) return this.#entry(OTHER);
    const entry: Entry = { unknown: 0, broken: 0, jars: [], next: 0 };
    // A name is cut too: it comes from outside like everything else.
    this.#entries.set(method.slice(0, 100), entry);
    return entry;
  }

  #keep(entry: Entry, fault: Specimen['fault'], reason: string, payload: Uint8Array): void {
    const { specimensPerMethod, bytesPerSpecimen } = this.#limits;
    const used = Math.min(payload.length, bytesPerSpecimen);
    let jar = entry.jars[entry.next];
    if (jar === undefined) {
      jar = { fault, reason, buffer: new Uint8Array(bytesPerSpecimen), used, length: 0 };
      entry.jars.push(jar);
    }
    jar.fault = fault;
    jar.reason = reason;
    jar.used = used;
    jar.length = payload.length;
    jar.buffer.set(used === payload.length ? payload : payload.subarray(0, used));
    entry.next = (entry.next + 1) % specimensPerMethod;
  }
}

function specimenOf({ fault, reason, buffer, used, length }: Jar): Specimen {
  return { fault, reason, bytes: buffer.slice(0, used), length };
}
