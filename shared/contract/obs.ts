import { z } from 'zod';

/** Version of the stored connection to OBS. A change of its shape needs a new version and a migration. */
const OBS_VERSION = 1;

/** The address at which OBS's WebSocket server listens by default. */
const OBS_DEFAULT_ADDRESS = 'ws://127.0.0.1:4455';

/**
 * The address of OBS's WebSocket server. OBS must run on the computer that shows the tool: pages may connect to no other
 * machine.
 */
const obsAddressSchema = z
  .string()
  .max(100)
  .regex(/^ws:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/)
  .refine((address) => Number(address.slice(address.lastIndexOf(':') + 1)) < 65_536);

const sceneSchema = z.string().max(300);

/** The moments of a show at which OBS can switch its scene. */
export const obsMoments = ['roundStart', 'settled', 'resurrection'] as const;
export type ObsMoment = (typeof obsMoments)[number];

/** The scene for each moment; '' leaves the scene as it is. */
export const obsScenesSchema = z.object({
  roundStart: sceneSchema.default(''),
  settled: sceneSchema.default(''),
  resurrection: sceneSchema.default(''),
});
export type ObsScenes = z.infer<typeof obsScenesSchema>;

/** The connection to OBS as this device stores it. */
export const obsSettingsSchema = z.object({
  version: z.literal(OBS_VERSION),
  address: obsAddressSchema,
  /** '' when OBS asks for none. */
  password: z.string().max(200),
  /** Whether the tool connects by itself. */
  connects: z.boolean(),
  /** Scenes by preset id. Scenes belong to this computer's OBS, so presets do not contain them. */
  scenes: z.record(z.string().max(64), obsScenesSchema),
});
export type ObsSettings = z.infer<typeof obsSettingsSchema>;

export const defaultObsSettings: ObsSettings = {
  version: OBS_VERSION,
  address: OBS_DEFAULT_ADDRESS,
  password: '',
  connects: false,
  scenes: {},
};

/** Reads stored settings of any version. What does not parse falls back to the default. */
export function readObsSettings(stored: unknown): ObsSettings {
  const parsed = obsSettingsSchema.safeParse(stored);
  return parsed.success ? parsed.data : defaultObsSettings;
}

/** Returns the address that a host typed, with the scheme and port that were left out; null if it is not allowed. */
export function typedObsAddress(typed: string): string | null {
  const [, host, port = '4455'] = /^(?:ws:\/\/)?([^:/]+)(?::(\d+))?\/?$/.exec(typed.trim()) ?? [];
  const parsed = obsAddressSchema.safeParse(`ws://${host?.toLowerCase()}:${port}`);
  return parsed.success ? parsed.data : null;
}
