import { z } from 'zod';
import { call } from './call.ts';
import { idParams, idSchema, idsParams, listQuery, pageOf, pageParams, timeSchema } from './fields.ts';

const severity = z.enum(['info', 'success', 'warn', 'error']);
const noticeStatus = z.enum(['draft', 'published']);

export const noticeRowSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** Plain text. */
  content: z.string(),
  severity,
  status: noticeStatus,
  author: z.string(),
  /** Number of accounts that have read the notice. */
  readers: z.int(),
  createdAt: timeSchema,
  publishedAt: timeSchema.nullable(),
});

const fields = z.object({
  title: z.string().trim().min(1, 'api.field.required').max(120),
  content: z.string().trim().min(1, 'api.field.required').max(20_000),
  severity: severity.default('info'),
});

export const noticeCalls = {
  list: call({
    method: 'GET',
    path: '/notice/list/{page}/{size}',
    access: 'notice:list',
    summary: 'Notices, drafts too; search in title and text.',
    params: pageParams,
    query: listQuery(['id', 'title', 'status', 'createdAt', 'publishedAt']).extend({
      status: noticeStatus.optional(),
    }),
    data: pageOf(noticeRowSchema),
  }),
  mine: call({
    method: 'GET',
    path: '/notice/mine/{page}/{size}',
    access: 'signedIn',
    summary: 'Published notices, the newest first, with whether the caller has read each.',
    params: pageParams,
    data: pageOf(
      noticeRowSchema
        .pick({ id: true, title: true, content: true, severity: true, publishedAt: true })
        .extend({ read: z.boolean() }),
    ),
  }),
  unread: call({
    method: 'GET',
    path: '/notice/unread',
    access: 'signedIn',
    summary: 'How many published notices the caller has not read.',
    data: z.object({ count: z.int() }),
  }),
  read: call({
    method: 'PUT',
    path: '/notice/read/{id}',
    access: 'signedIn',
    summary: 'Marks a notice as read by the caller.',
    params: idParams,
  }),
  readAll: call({
    method: 'PUT',
    path: '/notice/read_all',
    access: 'signedIn',
    summary: 'Marks every published notice as read by the caller.',
  }),
  echo: call({
    method: 'GET',
    path: '/notice/echo/{id}',
    access: 'notice:list',
    summary: 'One notice.',
    params: idParams,
    data: noticeRowSchema,
  }),
  add: call({
    method: 'POST',
    path: '/notice/add',
    access: 'notice:add',
    summary: 'Makes a draft; data is its id.',
    body: fields,
    data: z.object({ id: idSchema }),
  }),
  update: call({
    method: 'PUT',
    path: '/notice/update',
    access: 'notice:update',
    summary: 'Changes what is given of a notice.',
    body: fields.partial().extend({ id: idSchema, severity: severity.optional() }),
  }),
  updateStatus: call({
    method: 'PUT',
    path: '/notice/update/status/{id}',
    access: 'notice:publish',
    summary: 'Publishes a draft or takes a published notice back; publishing again makes it unread.',
    params: idParams,
    data: z.object({ status: noticeStatus }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/notice/delete/{id}',
    access: 'notice:delete',
    summary: 'Deletes a notice.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/notice/batch/delete/{ids}',
    access: 'notice:delete',
    summary: 'Deletes up to 100 notices, all or none.',
    params: idsParams,
  }),
};
