import { z } from 'zod';
import { type Push, responseSchema } from '#shared/contract/backstage.ts';
import { problemSchema } from '#shared/contract/error.ts';

/**
 * What the main process and the process that holds the backstage say to each other. Requests and pushes pass
 * through as they are: the backstage parses what it is asked, and a screen parses what it is told.
 */

const client = z.number().int().positive();

/** Who the host is at which server (its origin), for a relay line through that server. */
export const relayUserSchema = z.object({ server: z.string(), token: z.string() });
export type RelayUser = z.infer<typeof relayUserSchema>;

export const startOptionsSchema = z.object({
  dataDir: z.string().min(1),
  build: z.string(),
  relayUser: relayUserSchema.nullable(),
});
export type StartOptions = z.infer<typeof startOptionsSchema>;

export const toBackstageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), options: startOptionsSchema }),
  z.object({ type: z.literal('connect'), client, by: z.string().max(64) }),
  z.object({ type: z.literal('request'), client, ticket: z.number().int(), raw: z.unknown() }),
  z.object({ type: z.literal('backlog'), client, bytes: z.number().nonnegative() }),
  z.object({ type: z.literal('disconnect'), client }),
  z.object({ type: z.literal('relayUser'), relayUser: relayUserSchema.nullable() }),
  z.object({ type: z.literal('close') }),
]);
export type ToBackstage = z.infer<typeof toBackstageSchema>;

/** A push on its way through: copied as it is, because the screen that gets it parses it whole. */
const passedPush = z.custom<Push>((value) => typeof value === 'object' && value !== null && 'push' in value);

export const fromBackstageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** It could not start, and starting it again would not help. */
  z.object({ type: z.literal('failed'), problem: problemSchema }),
  z.object({ type: z.literal('push'), client, push: passedPush }),
  z.object({ type: z.literal('response'), ticket: z.number().int(), response: responseSchema }),
  z.object({ type: z.literal('busy'), busy: z.boolean() }),
  /** Where overlays are served on this machine, null while they are not. */
  z.object({ type: z.literal('hub'), origin: z.string().nullable() }),
  z.object({ type: z.literal('closed') }),
]);
export type FromBackstage = z.infer<typeof fromBackstageSchema>;

/** The end of the wire that the main process holds. */
export interface BackstageProcess {
  /** The system's number of the process, undefined when it runs in this one. */
  readonly pid: number | undefined;
  send(message: ToBackstage): void;
  onMessage(listener: (raw: unknown) => void): void;
  /** Told once, whether it ended by itself, was ended or crashed. */
  onExit(listener: (code: number) => void): void;
  kill(): void;
}

/** The end of the wire that the backstage's process holds. */
export interface BackstagePort {
  send(message: FromBackstage): void;
  onMessage(listener: (raw: unknown) => void): void;
  /** Ends the process that serves this port. */
  exit(code: number): void;
}
