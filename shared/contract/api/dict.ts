import { z } from 'zod';
import { call } from './call.ts';
import {
  idParams,
  idSchema,
  idsParams,
  listQuery,
  nameSchema,
  pageOf,
  pageParams,
  remarkSchema,
  sortSchema,
  statusSchema,
  timeSchema,
  titleSchema,
} from './fields.ts';

/** Dictionaries: named lists of values that administrators edit, and the entries of each. */

export const dictRowSchema = z.object({
  id: idSchema,
  name: z.string(),
  title: z.string(),
  remark: z.string(),
  status: statusSchema,
  entries: z.int(),
  createdAt: timeSchema,
});

const label = z.string().trim().max(200);
const labels = z.object({ en: label.default(''), ja: label.default(''), zh_CN: label.default('') });

export const dictDataRowSchema = z.object({
  id: idSchema,
  dictId: idSchema,
  value: z.string(),
  /** By language. An empty label falls back to the value. */
  labels: z.object({ en: z.string(), ja: z.string(), zh_CN: z.string() }),
  remark: z.string(),
  sort: z.int(),
  status: statusSchema,
  createdAt: timeSchema,
});

const dictFields = z.object({ name: nameSchema, title: titleSchema, remark: remarkSchema.default('') });
const dataFields = z.object({
  value: label.min(1, 'api.field.required'),
  labels: labels.default({ en: '', ja: '', zh_CN: '' }),
  remark: remarkSchema.default(''),
  sort: sortSchema.default(0),
});
const madeId = z.object({ id: idSchema });
const status = z.object({ status: statusSchema });

export const dictCalls = {
  list: call({
    method: 'GET',
    path: '/dict/list/{page}/{size}',
    access: 'dict:list',
    summary: 'Dictionaries; search in name and title.',
    params: pageParams,
    query: listQuery(['id', 'name', 'title', 'status', 'createdAt']).extend({
      status: statusSchema.optional(),
    }),
    data: pageOf(dictRowSchema),
  }),
  echo: call({
    method: 'GET',
    path: '/dict/echo/{id}',
    access: 'dict:list',
    summary: 'One dictionary.',
    params: idParams,
    data: dictRowSchema,
  }),
  add: call({
    method: 'POST',
    path: '/dict/add',
    access: 'dict:add',
    summary: 'Makes a dictionary; data is its id.',
    body: dictFields,
    data: madeId,
  }),
  update: call({
    method: 'PUT',
    path: '/dict/update',
    access: 'dict:update',
    summary: 'Changes what is given of a dictionary.',
    body: dictFields.partial().extend({ id: idSchema, remark: remarkSchema.optional() }),
  }),
  updateStatus: call({
    method: 'PUT',
    path: '/dict/update/status/{id}',
    access: 'dict:update',
    summary: 'Enables a disabled dictionary or disables an enabled one.',
    params: idParams,
    data: status,
  }),
  remove: call({
    method: 'DELETE',
    path: '/dict/delete/{id}',
    access: 'dict:delete',
    summary: 'Deletes a dictionary with its entries.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/dict/batch/delete/{ids}',
    access: 'dict:delete',
    summary: 'Deletes up to 100 dictionaries with their entries, all or none.',
    params: idsParams,
  }),
};

export const dictDataCalls = {
  list: call({
    method: 'GET',
    path: '/dict_data/list/{page}/{size}',
    access: 'dict:list',
    summary: 'Entries of a dictionary; search in value and labels.',
    params: pageParams,
    query: listQuery(['id', 'value', 'sort', 'status', 'createdAt']).extend({
      dictId: z
        .string()
        .regex(/^[1-9]\d{0,9}$/, 'api.field.id')
        .transform(Number)
        .pipe(idSchema)
        .optional(),
      status: statusSchema.optional(),
    }),
    data: pageOf(dictDataRowSchema),
  }),
  of: call({
    method: 'GET',
    path: '/dict_data/of/{name}',
    access: 'signedIn',
    summary:
      'The enabled entries of an enabled dictionary in their order, labelled in the caller’s language.',
    params: z.object({ name: nameSchema }),
    data: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
  echo: call({
    method: 'GET',
    path: '/dict_data/echo/{id}',
    access: 'dict:list',
    summary: 'One entry.',
    params: idParams,
    data: dictDataRowSchema,
  }),
  add: call({
    method: 'POST',
    path: '/dict_data/add',
    access: 'dict:add',
    summary: 'Adds an entry; data is its id.',
    body: dataFields.extend({ dictId: idSchema }),
    data: madeId,
  }),
  update: call({
    method: 'PUT',
    path: '/dict_data/update',
    access: 'dict:update',
    summary: 'Changes what is given of an entry.',
    body: z.object({
      id: idSchema,
      value: dataFields.shape.value.optional(),
      labels: labels.optional(),
      remark: remarkSchema.optional(),
      sort: sortSchema.optional(),
    }),
  }),
  updateStatus: call({
    method: 'PUT',
    path: '/dict_data/update/status/{id}',
    access: 'dict:update',
    summary: 'Enables a disabled entry or disables an enabled one.',
    params: idParams,
    data: status,
  }),
  remove: call({
    method: 'DELETE',
    path: '/dict_data/delete/{id}',
    access: 'dict:delete',
    summary: 'Deletes an entry.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/dict_data/batch/delete/{ids}',
    access: 'dict:delete',
    summary: 'Deletes up to 100 entries, all or none.',
    params: idsParams,
  }),
};
