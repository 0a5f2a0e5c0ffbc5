import { Client, type ClientOptions } from '#backstage/rehearsal/platform/client.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import type { Damage } from './damage.ts';

interface Conditions {
  damage: Damage;
  /** Cookie with which the client connected. */
  cookie: string;
  /** Whether the room's page opened the connection. */
  isPage: boolean;
  /** Collects the client's protocol violations. */
  violations: string[];
  /** Called if the network cuts all connections after a frame. */
  onCut(): void;
}

/** A client behind a network that fails on demand. */
export class SimulatedClient extends Client {
  readonly #conditions: Conditions;

  constructor(options: ClientOptions, conditions: Conditions) {
    super(options);
    this.#conditions = conditions;
  }

  get cookie(): string {
    return this.#conditions.cookie;
  }

  get isPage(): boolean {
    return this.#conditions.isPage;
  }

  /** Bytes that the network has not taken yet. */
  get backlog(): number {
    return this.socket.bufferedAmount;
  }

  /** Enters the room without a request from the client, as with a signed address. */
  admit(): void {
    this.enter();
  }

  /** Closes the connection with a close frame. */
  close(): void {
    this.socket.close(1000);
  }

  protected override transmit(bytes: Uint8Array, events: readonly ShowEvent[]): boolean {
    const { send, intact, cut } = this.#conditions.damage.frame(bytes, events);
    for (const piece of send) this.socket.send(piece);
    if (cut) this.#conditions.onCut();
    return intact;
  }

  protected override answerHeartbeat(logId: string): void {
    if (!this.#conditions.damage.silent) super.answerHeartbeat(logId);
  }

  protected override violates(what: string): void {
    this.#conditions.violations.push(what);
  }
}
