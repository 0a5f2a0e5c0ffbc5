import { z } from 'zod';

/** The path of the desktop app's downloads: the list as JSON, and below it the files and the updaters' feeds. */
export const RELEASES_PATH = '/releases';

export const releaseSystems = ['windows', 'mac', 'linux'] as const;
export const releaseKinds = ['exe', 'dmg', 'zip', 'AppImage', 'deb'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

export const releaseFileSchema = z.object({
  name: z.string(),
  system: z.enum(releaseSystems),
  kind: z.enum(releaseKinds),
  /** For example 1.2.3 or 1.2.3-beta.1. */
  version: z.string(),
  arch: z.string(),
  /** Bytes. */
  size: z.int().nonnegative(),
  /** A path on the same server. */
  url: z.string(),
});
export type ReleaseFile = z.infer<typeof releaseFileSchema>;

/** The response of RELEASES_PATH, newest version first. */
export const releaseListSchema = z.object({ code: z.literal(200), data: z.array(releaseFileSchema) });
