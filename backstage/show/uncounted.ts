import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { z } from 'zod';
import type { Problem } from '#shared/contract/error.ts';
import type { Input } from '#shared/contract/input.ts';
import { parseJson } from '#shared/json.ts';

const FILE = 'uncounted.jsonl';

const lineSchema = z.object({ error: z.string(), input: z.unknown() });

/** The fields that are shown to the host. Any field of a stored input may be the broken one. */
const shownSchema = z.object({
  kind: z.string().catch(''),
  msgId: z.string().catch(''),
  user: z
    .object({ name: z.string().catch(''), username: z.string().catch('') })
    .catch({ name: '', username: '' }),
  giftName: z.string().catch(''),
  repeat: z.number().catch(1),
});

/**
 * Stores inputs that could not be folded or written to the journal because of a defect. The file lies beside the
 * journal and has one input with its error a line. The host sees a notice as long as the show is open.
 */
export class Uncounted {
  readonly #path: string;
  readonly #messages = new Set<string>();
  #count = 0;
  #last = '';

  constructor(folder: string) {
    this.#path = join(folder, FILE);
    if (!existsSync(this.#path)) return;
    for (const line of readFileSync(this.#path, 'utf8').split('\n')) this.#read(line);
  }

  get count(): number {
    return this.#count;
  }

  /** The notice for the host; null when everything was counted. */
  get problem(): Problem | null {
    if (this.#count === 0) return null;
    return { code: 'show.uncounted', params: { count: this.#count, last: this.#last, place: this.#path } };
  }

  /** Whether the gift message with this id is stored here. */
  has(msgId: string): boolean {
    return this.#messages.has(msgId);
  }

  /** Stores an input with its error. Throws the file system's error if it cannot be written. */
  store(input: Input, error: unknown): void {
    const line = lineOf(input, error);
    const file = openSync(this.#path, 'a');
    try {
      // Begin with a line break: an earlier attempt may have left a line unfinished.
      writeSync(file, `\n${line}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#read(line);
  }

  #read(line: string): void {
    const stored = lineSchema.safeParse(parseJson(line));
    if (!stored.success) return;
    const { kind, msgId, user, giftName, repeat } = shownSchema
      .catch(shownSchema.parse({}))
      .parse(stored.data.input);
    if (msgId !== '') this.#messages.add(msgId);
    this.#count += 1;
    this.#last =
      kind === 'gift' ? `${user.name || user.username || '?'}: ${giftName || '?'} ×${repeat}` : kind;
  }
}

function lineOf(input: Input, error: unknown): string {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    return JSON.stringify({ error: why, input });
  } catch {
    return JSON.stringify({ error: why, input: inspect(input) });
  }
}
