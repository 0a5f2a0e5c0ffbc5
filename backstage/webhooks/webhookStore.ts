import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import {
  type HookDraft,
  hookBodySchema,
  hookDraftSchema,
  hookSchema,
  MOST_HOOKS,
} from '#shared/contract/webhooks.ts';
import { readStored, type StoredFault, type StoredShape, writeStored } from '../store/storedFile.ts';

/** How long requests are signed with an old secret, too (ms). */
const OLD_SECRET_MS = 24 * 3_600_000;

const storedHookSchema = hookDraftSchema.extend({
  id: z.string().max(64),
  createdAt: z.number(),
  /** `whsec_` and 32 random bytes in base64. */
  secret: z.string(),
  /** The secret before the last renewal, and until when (ms since 1970) it is used. */
  oldSecret: z.object({ secret: z.string(), until: z.number() }).nullable(),
});
export type StoredHook = z.infer<typeof storedHookSchema>;

export const webhooksShape: StoredShape<StoredHook[]> = {
  migrations: [],
  read: (content) => ({ value: z.array(storedHookSchema).parse(content), dropped: 0 }),
};

/** Stores the webhooks with their secrets, which sign requests and therefore cannot be hashed. */
export class WebhookStore {
  readonly fault: StoredFault;
  readonly #path: string;
  readonly #now: () => number;
  #hooks: readonly StoredHook[];

  constructor(dataDir: string, now: () => number) {
    this.#path = join(dataDir, 'webhooks.json');
    this.#now = now;
    const read = readStored(this.#path, webhooksShape, now());
    this.#hooks = read.value ?? [];
    this.fault = read;
  }

  list(): readonly StoredHook[] {
    return this.#hooks;
  }

  /** @throws RingsideError `webhook.notFound`. */
  get(id: string): StoredHook {
    const hook = this.#hooks.find((each) => each.id === id);
    if (hook === undefined) throw new RingsideError('webhook.notFound');
    return hook;
  }

  /** @throws RingsideError `webhook.tooMany`, `storage.full`. */
  create(draft: HookDraft): StoredHook {
    if (this.#hooks.length >= MOST_HOOKS) throw new RingsideError('webhook.tooMany', { limit: MOST_HOOKS });
    const id = randomBytes(6).toString('hex');
    const hook = { ...draft, id, createdAt: this.#now(), secret: newSecret(), oldSecret: null };
    this.#write([...this.#hooks, hook]);
    return hook;
  }

  /** @throws RingsideError `webhook.notFound`, `storage.full`. */
  save(id: string, draft: HookDraft): void {
    this.#replace({ ...this.get(id), ...draft });
  }

  /** Makes a new secret. @throws RingsideError `webhook.notFound`, `storage.full`. */
  renew(id: string): string {
    const hook = this.get(id);
    const secret = newSecret();
    this.#replace({
      ...hook,
      secret,
      oldSecret: { secret: hook.secret, until: this.#now() + OLD_SECRET_MS },
    });
    return secret;
  }

  /** @throws RingsideError `webhook.notFound`, `storage.full`. */
  delete(id: string): void {
    const hook = this.get(id);
    this.#write(this.#hooks.filter((each) => each !== hook));
  }

  #replace(hook: StoredHook): void {
    this.#write(this.#hooks.map((each) => (each.id === hook.id ? hook : each)));
  }

  #write(hooks: readonly StoredHook[]): void {
    writeStored(this.#path, webhooksShape, hooks);
    this.#hooks = hooks;
  }
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The place in all shows up to which a webhook has sent its events. */
const positionSchema = z.object({
  /** '' before every show. */
  showId: z.string(),
  /** The last input that was read, and the index of its last event that is done. */
  seq: z.number().int().nonnegative(),
  index: z.number().int().nonnegative(),
});
export type Position = z.infer<typeof positionSchema>;

const deliverySchema = hookSchema.shape.deliveries.element.extend({
  /** Absent for a test, whose content does not matter. */
  body: hookBodySchema.optional(),
});
export type StoredDelivery = z.infer<typeof deliverySchema>;

const progressSchema = z.object({
  id: z.string(),
  position: positionSchema,
  /** Newest first. */
  deliveries: z.array(deliverySchema),
});
export type Progress = z.infer<typeof progressSchema>;

const progressShape: StoredShape<Progress[]> = {
  migrations: [],
  read: (content) => ({ value: z.array(progressSchema).parse(content), dropped: 0 }),
};

/** Stores how far each webhook is. It changes with every delivery, so it has a file apart from the settings. */
export class ProgressFile {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'webhook-progress.json');
  }

  read(now: number): Progress[] {
    return readStored(this.#path, progressShape, now).value ?? [];
  }

  /** @throws RingsideError `storage.full`, `storage.unwritable`. */
  write(progress: readonly Progress[]): void {
    writeStored(this.#path, progressShape, progress);
  }
}
