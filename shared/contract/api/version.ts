import { z } from 'zod';
import { call } from './call.ts';
import { idParams, idSchema, idsParams, listQuery, pageOf, pageParams, timeSchema } from './fields.ts';

const platform = z.enum(['windows', 'mac', 'linux', 'web']);
const status = z.enum(['draft', 'published']);

export const versionRowSchema = z.object({
  id: idSchema,
  platform,
  /** For example 1.2.3. */
  version: z.string(),
  /** Download address: a path of this server or an https URL. */
  url: z.string(),
  notes: z.string(),
  status,
  createdAt: timeSchema,
  publishedAt: timeSchema.nullable(),
});

const fields = z.object({
  platform,
  version: z
    .string()
    .trim()
    .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[0-9A-Za-z.-]{1,20})?$/, 'api.field.version'),
  url: z
    .string()
    .trim()
    .max(500)
    .regex(/^(?:\/(?!\/)[^\s\\]*|https:\/\/[^\s\\/]+(?:\/[^\s\\]*)?)?$/, 'api.field.url')
    .default(''),
  notes: z.string().trim().max(5000).default(''),
});

export const versionCalls = {
  latest: call({
    method: 'GET',
    path: '/version/latest',
    access: 'public',
    summary: 'The latest published version of each platform.',
    data: z.array(
      versionRowSchema.pick({ platform: true, version: true, url: true, notes: true, publishedAt: true }),
    ),
  }),
  list: call({
    method: 'GET',
    path: '/version/list/{page}/{size}',
    access: 'version:list',
    summary: 'Versions; search in version and notes.',
    params: pageParams,
    query: listQuery(['id', 'platform', 'version', 'createdAt', 'publishedAt']).extend({
      platform: platform.optional(),
    }),
    data: pageOf(versionRowSchema),
  }),
  echo: call({
    method: 'GET',
    path: '/version/echo/{id}',
    access: 'version:list',
    summary: 'One version.',
    params: idParams,
    data: versionRowSchema,
  }),
  add: call({
    method: 'POST',
    path: '/version/add',
    access: 'version:add',
    summary: 'Adds a version as a draft; data is its id.',
    body: fields,
    data: z.object({ id: idSchema }),
  }),
  update: call({
    method: 'PUT',
    path: '/version/update',
    access: 'version:update',
    summary: 'Changes what is given of a version.',
    body: z.object({
      id: idSchema,
      platform: platform.optional(),
      version: fields.shape.version.optional(),
      url: fields.shape.url.unwrap().optional(),
      notes: fields.shape.notes.unwrap().optional(),
    }),
  }),
  updateStatus: call({
    method: 'PUT',
    path: '/version/update/status/{id}',
    access: 'version:update',
    summary: 'Publishes a version or takes it back.',
    params: idParams,
    data: z.object({ status }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/version/delete/{id}',
    access: 'version:delete',
    summary: 'Deletes a version.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/version/batch/delete/{ids}',
    access: 'version:delete',
    summary: 'Deletes up to 100 versions.',
    params: idsParams,
  }),
};

/** The path of the desktop app's downloads: the list as JSON, and below it the files and the updaters' feeds. */
export const RELEASES_PATH = '/releases';

const releaseSystems = ['windows', 'mac', 'linux'] as const;
const releaseKinds = ['exe', 'dmg', 'zip', 'AppImage', 'deb'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

const releaseFileSchema = z.object({
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
