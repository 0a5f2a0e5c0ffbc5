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
  statusSchema,
  timeSchema,
  titleSchema,
} from './fields.ts';

export const roleRowSchema = z.object({
  id: idSchema,
  name: z.string(),
  title: z.string(),
  remark: z.string(),
  status: statusSchema,
  /** The role exists from the first start and cannot be deleted or renamed. */
  builtIn: z.boolean(),
  users: z.int(),
  createdAt: timeSchema,
});

const fields = z.object({ name: nameSchema, title: titleSchema, remark: remarkSchema.default('') });
const menuIds = z.array(idSchema).max(1000);

export const roleCalls = {
  list: call({
    method: 'GET',
    path: '/role/list/{page}/{size}',
    access: 'role:list',
    summary: 'Roles; search in name and title.',
    params: pageParams,
    query: listQuery(['id', 'name', 'title', 'status', 'createdAt']).extend({
      status: statusSchema.optional(),
    }),
    data: pageOf(roleRowSchema),
  }),
  all: call({
    method: 'GET',
    path: '/role/all',
    access: 'user:list',
    summary: 'Every role by id, name and title, to choose from.',
    data: z.array(roleRowSchema.pick({ id: true, name: true, title: true, status: true })),
  }),
  echo: call({
    method: 'GET',
    path: '/role/echo/{id}',
    access: 'role:list',
    summary: 'One role.',
    params: idParams,
    data: roleRowSchema,
  }),
  add: call({
    method: 'POST',
    path: '/role/add',
    access: 'role:add',
    summary: 'Makes a role; data is its id.',
    body: fields,
    data: z.object({ id: idSchema }),
  }),
  update: call({
    method: 'PUT',
    path: '/role/update',
    access: 'role:update',
    summary: 'Changes what is given of a role.',
    body: fields.partial().extend({ id: idSchema, remark: remarkSchema.optional() }),
  }),
  updateStatus: call({
    method: 'PUT',
    path: '/role/update/status/{id}',
    access: 'role:status',
    summary: 'Enables a disabled role or disables an enabled one: a disabled role gives no permission.',
    params: idParams,
    data: z.object({ status: statusSchema }),
  }),
  menus: call({
    method: 'GET',
    path: '/role/menus/{id}',
    access: 'role:list',
    summary: 'The ids of the menus and permissions of a role.',
    params: idParams,
    data: z.array(idSchema),
  }),
  saveMenus: call({
    method: 'POST',
    path: '/role/save/menus/{id}',
    access: 'role:menus',
    summary: 'Gives a role exactly these menus and permissions.',
    params: idParams,
    body: z.object({ menuIds }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/role/delete/{id}',
    access: 'role:delete',
    summary: 'Deletes a role.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/role/batch/delete/{ids}',
    access: 'role:delete',
    summary: 'Deletes up to 100 roles, all or none.',
    params: idsParams,
  }),
};
