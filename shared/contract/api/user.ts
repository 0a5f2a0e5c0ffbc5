import { z } from 'zod';
import { call } from './call.ts';
import {
  emailSchema,
  idParams,
  idSchema,
  idsParams,
  listQuery,
  pageOf,
  pageParams,
  passwordSchema,
  phoneSchema,
  statusSchema,
  timeSchema,
  usernameSchema,
} from './fields.ts';

/** Accounts in the admin area. */

const userRowSchema = z.object({
  id: idSchema,
  email: z.string(),
  username: z.string(),
  phone: z.string(),
  status: statusSchema,
  roles: z.array(z.object({ id: idSchema, name: z.string(), title: z.string() })),
  createdAt: timeSchema,
  lastSigninAt: timeSchema.nullable(),
});
export type UserRow = z.infer<typeof userRowSchema>;

const roleIdsSchema = z.array(idSchema).max(50);

export const userCalls = {
  list: call({
    method: 'GET',
    path: '/user/list/{page}/{size}',
    access: 'user:list',
    summary: 'Accounts; search in address and name.',
    params: pageParams,
    query: listQuery(['id', 'email', 'username', 'status', 'createdAt', 'lastSigninAt']).extend({
      status: statusSchema.optional(),
      role: z.string().max(64).optional(),
    }),
    data: pageOf(userRowSchema),
  }),
  add: call({
    method: 'POST',
    path: '/user/add',
    access: 'user:add',
    summary: 'Makes an account without a code; data is its id.',
    body: z.object({
      email: emailSchema,
      password: passwordSchema,
      username: usernameSchema.optional(),
      phone: phoneSchema.optional(),
      roleIds: roleIdsSchema.optional(),
    }),
    data: z.object({ id: idSchema }),
  }),
  echo: call({
    method: 'GET',
    path: '/user/echo/{id}',
    access: 'user:list',
    summary: 'One account, to fill the form that edits it.',
    params: idParams,
    data: userRowSchema,
  }),
  update: call({
    method: 'PUT',
    path: '/user/update',
    access: 'user:update',
    summary: 'Changes what is given of an account; a new address signs its devices out.',
    body: z.object({
      userId: idSchema,
      email: emailSchema.optional(),
      username: usernameSchema.optional(),
      phone: phoneSchema.optional(),
    }),
  }),
  updateStatus: call({
    method: 'PUT',
    path: '/user/update/status/{id}',
    access: 'user:status',
    summary: 'Enables a disabled account or disables an enabled one, which signs its devices out.',
    params: idParams,
    data: z.object({ status: statusSchema }),
  }),
  roles: call({
    method: 'GET',
    path: '/user/roles/{id}',
    access: 'user:list',
    summary: 'The ids of the roles of an account.',
    params: idParams,
    data: z.array(idSchema),
  }),
  saveRoles: call({
    method: 'POST',
    path: '/user/save/roles/{id}',
    access: 'user:roles',
    summary: 'Gives an account exactly these roles.',
    params: idParams,
    body: z.object({ roleIds: roleIdsSchema }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/user/delete/{id}',
    access: 'user:delete',
    summary: 'Deletes an account and everything of it.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/user/batch/delete/{ids}',
    access: 'user:delete',
    summary: 'Deletes up to 100 accounts, all or none.',
    params: idsParams,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/user/reset/pwd',
    access: 'user:reset',
    summary: 'Sets a new password, or makes one up and answers it once; signs the account out everywhere.',
    body: z.object({ userId: idSchema, password: passwordSchema.optional() }),
    data: z.object({ password: z.string().nullable() }),
  }),
};
