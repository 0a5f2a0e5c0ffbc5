import { randomBytes } from 'node:crypto';
import { RingsideError } from '#shared/contract/error.ts';
import type { HookDelivery, HookDraft, Hooks } from '#shared/contract/webhooks.ts';
import type { Clock } from '../clock.ts';
import type { Archive } from '../show/archive.ts';
import type { ShowManager } from '../showManager.ts';
import type { Fetch } from '../sources/http.ts';
import type { StoredFault } from '../store/storedFile.ts';
import { HookReader, positionNow } from './hookReader.ts';
import { HookSender, type HookTimes, ordinaryTimes } from './hookSender.ts';
import { type Position, ProgressFile, type StoredHook, WebhookStore } from './webhookStore.ts';

/** How this installation sends webhooks. */
export interface WebhookForm {
  fetch: Fetch;
  /** Addresses must begin with https. */
  needsHttps: boolean;
}

interface WebhooksOptions {
  dataDir: string;
  clock: Clock;
  random: () => number;
  shows: Pick<ShowManager, 'folder' | 'current' | 'isClosing'>;
  archive: Archive;
  /** Null where there are no webhooks. */
  form: WebhookForm | null;
  /** Whether the data folder is a copy. Then the original sends the events. */
  isCopy(): boolean;
  /** Called when something that screens show has changed. */
  changed(): void;
  log(message: string, error?: unknown): void;
  times?: Partial<HookTimes> | undefined;
}

/** Positions are stored at most this often (ms). After a crash, some events are sent again with the same id. */
const STORE_EVERY_MS = 1000;
/** A position that changed without a delivery is stored after this time (ms). */
const STORE_POSITION_MS = 30_000;
/** Screens are told of deliveries at most this often (ms). */
const TELL_EVERY_MS = 500;

/** Sends events of the shows to the addresses that the host has chosen. */
export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #store: WebhookStore;
  readonly #file: ProgressFile;
  readonly #senders = new Map<string, HookSender>();
  #closed = false;
  /** Without webhooks there is nothing to store. */
  #hadSenders = false;
  /** When the positions are stored next; 0 if that is not planned. */
  #storeAt = 0;
  #cancelStore = () => {};
  #cancelTell: (() => void) | null = null;

  constructor(options: WebhooksOptions) {
    this.#options = options;
    const { dataDir, clock } = options;
    this.#store = new WebhookStore(dataDir, () => clock.now());
    this.#file = new ProgressFile(dataDir);
  }

  get fault(): StoredFault {
    return this.#store.fault;
  }

  /** Begins to send. Call it when the newest show is open. */
  start(): void {
    const { clock, form } = this.#options;
    if (form === null) return;
    const stored = new Map(this.#file.read(clock.now()).map((progress) => [progress.id, progress]));
    for (const hook of this.#store.list()) {
      this.#addSender(hook, form, stored.get(hook.id) ?? { position: this.#positionNow(), deliveries: [] });
    }
    this.touch();
  }

  get shown(): Hooks {
    const { form } = this.#options;
    return {
      available: form !== null,
      needsHttps: form?.needsHttps ?? false,
      hooks: this.#store.list().map(({ secret: _, oldSecret: __, ...hook }) => {
        const sender = this.#senders.get(hook.id);
        const deliveries = (sender?.progress.deliveries ?? []).map(({ body: ___, ...delivery }) => delivery);
        return { ...hook, waiting: (hook.on ? sender?.waiting : null) ?? null, deliveries };
      }),
    };
  }

  /** Notes that inputs were stored, or that another show is open. */
  touch(): void {
    for (const sender of this.#senders.values()) sender.touch();
  }

  /** @throws RingsideError `webhook.unavailable`, `webhook.needsHttps`, `webhook.tooMany`, `storage.full`. */
  create(draft: HookDraft): { id: string; secret: string } {
    const form = this.#check(draft);
    const hook = this.#store.create(draft);
    this.#addSender(hook, form, { position: this.#positionNow(), deliveries: [] });
    this.#changed();
    return { id: hook.id, secret: hook.secret };
  }

  /** @throws RingsideError `webhook.notFound`, `webhook.unavailable`, `webhook.needsHttps`, `storage.full`. */
  save(id: string, draft: HookDraft): void {
    const form = this.#check(draft);
    const before = this.#store.get(id);
    this.#store.save(id, draft);
    const sender = this.#senders.get(id);
    // What happened while a webhook was off is not sent.
    if (draft.on && !before.on && sender !== undefined) {
      const { deliveries } = sender.progress;
      void sender.close();
      this.#addSender(this.#store.get(id), form, { position: this.#positionNow(), deliveries });
    }
    this.#senders.get(id)?.retry();
    this.#changed();
  }

  /** @throws RingsideError `webhook.notFound`, `storage.full`. */
  delete(id: string): void {
    this.#store.delete(id);
    void this.#senders.get(id)?.close();
    this.#senders.delete(id);
    this.#changed();
  }

  /** @throws RingsideError `webhook.notFound`, `storage.full`. */
  renew(id: string): string {
    return this.#store.renew(id);
  }

  /** @throws RingsideError `webhook.notFound`. */
  retry(id: string): void {
    this.#senderOf(id).retry();
  }

  /** Sends a test event. @throws RingsideError `webhook.notFound`. */
  test(id: string): Promise<HookDelivery> {
    const timestamp = new Date(this.#options.clock.now()).toISOString();
    const body = { type: 'test' as const, timestamp, data: {} };
    return this.#senderOf(id).sendOnce(`msg_test_${randomBytes(12).toString('hex')}`, 'test', body);
  }

  /** Sends a listed delivery again. @throws RingsideError `webhook.notFound`. */
  again(id: string, deliveryId: string): Promise<HookDelivery> {
    const sender = this.#senderOf(id);
    const delivery = sender.delivery(deliveryId);
    if (delivery === undefined) throw new RingsideError('webhook.notFound');
    return delivery.body === undefined
      ? this.test(id)
      : sender.sendOnce(deliveryId, delivery.type, delivery.body);
  }

  /** Cancels attempts under way and stores the positions. */
  async close(): Promise<void> {
    this.#stop();
    await Promise.all([...this.#senders.values()].map((sender) => sender.close()));
    this.#write();
  }

  /** Stops without storing anything. */
  abandon(): void {
    this.#stop();
    for (const sender of this.#senders.values()) void sender.close();
  }

  #stop(): void {
    this.#closed = true;
    this.#cancelStore();
    this.#cancelTell?.();
  }

  #check({ address }: HookDraft): WebhookForm {
    const { form } = this.#options;
    if (form === null) throw new RingsideError('webhook.unavailable');
    if (form.needsHttps && new URL(address).protocol !== 'https:')
      throw new RingsideError('webhook.needsHttps');
    return form;
  }

  #senderOf(id: string): HookSender {
    const sender = this.#senders.get(id);
    if (sender === undefined) throw new RingsideError('webhook.notFound');
    return sender;
  }

  #positionNow(): Position {
    return positionNow(this.#options.shows, this.#options.archive);
  }

  #addSender({ id }: StoredHook, { fetch }: WebhookForm, progress: HookSender['progress']): void {
    const { clock, random, shows, archive, log, times, isCopy } = this.#options;
    const hook = () => this.#store.list().find((each) => each.id === id) ?? null;
    const sender = new HookSender(
      {
        clock,
        random,
        fetch,
        times: { ...ordinaryTimes, ...times },
        reader: new HookReader(shows, archive, progress.position, () => clock.now(), log),
        hook,
        mayRun: () => !isCopy(),
        changed: () => this.#noteProgress(),
        moved: () => this.#storeIn(STORE_POSITION_MS),
        gone: () => {
          const now = hook();
          if (now !== null) this.#store.save(id, { ...now, on: false });
        },
        log,
      },
      progress,
    );
    this.#senders.set(id, sender);
    this.#hadSenders = true;
  }

  #changed(): void {
    this.#noteProgress();
    this.#options.changed();
  }

  #noteProgress(): void {
    if (this.#closed) return;
    const { clock, changed } = this.#options;
    this.#storeIn(STORE_EVERY_MS);
    this.#cancelTell ??= clock.after(TELL_EVERY_MS, () => {
      this.#cancelTell = null;
      changed();
    });
  }

  /** Stores the positions in `ms`, or earlier if that is planned already. */
  #storeIn(ms: number): void {
    const { clock } = this.#options;
    const at = clock.now() + ms;
    if (this.#closed || (this.#storeAt !== 0 && this.#storeAt <= at)) return;
    this.#cancelStore();
    this.#storeAt = at;
    this.#cancelStore = clock.after(ms, () => this.#write());
  }

  #write(): void {
    this.#storeAt = 0;
    if (this.#senders.size === 0 && !this.#hadSenders) return;
    try {
      this.#file.write([...this.#senders].map(([id, { progress }]) => ({ id, ...progress })));
    } catch (error) {
      this.#options.log('the positions of the webhooks cannot be stored', error);
    }
  }
}
