import { z } from 'zod';
import { call } from './call.ts';
import {
  idParams,
  idSchema,
  idsParams,
  listQuery,
  pageOf,
  pageParams,
  searchText,
  timeSchema,
  timeText,
} from './fields.ts';

const logKindSchema = z.enum(['signin', 'operation']);
export type LogKind = z.infer<typeof logKindSchema>;

const logRowSchema = z.object({
  id: idSchema,
  kind: logKindSchema,
  at: timeSchema,
  userId: idSchema.nullable(),
  /** The address that was typed, even if no account has it. */
  email: z.string(),
  /** Method and path of the call, without its values. */
  action: z.string(),
  /** The object of the call: the values in its path. */
  target: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  success: z.boolean(),
  code: z.int(),
  durationMs: z.int(),
});
export type LogRow = z.infer<typeof logRowSchema>;

const filters = {
  /** Searches in the address and the action. */
  search: searchText.optional(),
  kind: logKindSchema.optional(),
  email: searchText.optional(),
  action: searchText.optional(),
  ip: searchText.optional(),
  success: z.enum(['true', 'false']).optional(),
  from: timeText.optional(),
  to: timeText.optional(),
};
const logFilterSchema = z.object(filters);
export type LogFilter = z.infer<typeof logFilterSchema>;

export const logCalls = {
  list: call({
    method: 'GET',
    path: '/log/list/{page}/{size}',
    access: 'log:list',
    summary: 'Sign-ins and operations, the newest first; search in address and action.',
    params: pageParams,
    query: listQuery(['id', 'at', 'email', 'action', 'code', 'durationMs']).extend(filters),
    data: pageOf(logRowSchema),
  }),
  echo: call({
    method: 'GET',
    path: '/log/echo/{id}',
    access: 'log:list',
    summary: 'One entry.',
    params: idParams,
    data: logRowSchema,
  }),
  exportCsv: call({
    method: 'GET',
    path: '/log/export',
    access: 'log:export',
    summary: 'The newest 50,000 entries that match, as a CSV file.',
    query: logFilterSchema,
    data: z.string(),
    limit: 'heavy',
    file: 'text/csv',
  }),
  remove: call({
    method: 'DELETE',
    path: '/log/delete/{id}',
    access: 'log:delete',
    summary: 'Deletes an entry.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/log/batch/delete/{ids}',
    access: 'log:delete',
    summary: 'Deletes up to 100 entries.',
    params: idsParams,
  }),
};
