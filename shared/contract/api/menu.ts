import { z } from 'zod';
import { call } from './call.ts';
import {
  idParams,
  idSchema,
  idsParams,
  nameSchema,
  searchText,
  sortSchema,
  statusSchema,
  titleSchema,
} from './fields.ts';

/** A node of the tree is a screen (`route`) or an action on a screen (`permission`). */
const menuKindSchema = z.enum(['route', 'permission']);

const shape = {
  parentId: idSchema.nullable(),
  kind: menuKindSchema,
  name: z.string(),
  /** A text, or a text key of the locale files. */
  title: z.string(),
  path: z.string(),
  icon: z.string(),
  hidden: z.boolean(),
  sort: z.int(),
  status: statusSchema,
};

const menuRowSchema = z.object({ id: idSchema, ...shape });
export type MenuRow = z.infer<typeof menuRowSchema>;

/** A node of the menu tree with its children. */
export interface MenuNode extends MenuRow {
  children: MenuNode[];
}
const menuNodeSchema: z.ZodType<MenuNode> = menuRowSchema
  .extend({
    get children() {
      return z.array(menuNodeSchema);
    },
  })
  .meta({ id: 'MenuNode' });

const fields = z.object({
  parentId: idSchema.nullable().default(null),
  kind: menuKindSchema,
  name: nameSchema,
  title: titleSchema,
  path: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9_/-]{0,127})?$/, 'api.field.path')
    .default(''),
  icon: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/, 'api.field.icon')
    .default(''),
  hidden: z.boolean().default(false),
  sort: sortSchema.default(0),
});

export const menuCalls = {
  tree: call({
    method: 'GET',
    path: '/menu/tree',
    access: 'menu:list',
    summary: 'The whole tree; a search keeps what matches with its parents.',
    query: z.object({ search: searchText.optional() }),
    data: z.array(menuNodeSchema),
  }),
  choose: call({
    method: 'GET',
    path: '/menu/choose',
    access: 'role:list',
    summary: 'The whole tree, to give a role its part.',
    data: z.array(menuNodeSchema),
  }),
  mine: call({
    method: 'GET',
    path: '/menu/mine',
    access: 'signedIn',
    summary: 'The screens that the caller may open, as a tree.',
    data: z.array(menuNodeSchema),
  }),
  echo: call({
    method: 'GET',
    path: '/menu/echo/{id}',
    access: 'menu:list',
    summary: 'One node.',
    params: idParams,
    data: menuRowSchema,
  }),
  add: call({
    method: 'POST',
    path: '/menu/add',
    access: 'menu:add',
    summary: 'Adds a node; data is its id. Permission nodes are for administrators alone.',
    body: fields,
    data: z.object({ id: idSchema }),
  }),
  update: call({
    method: 'PUT',
    path: '/menu/update',
    access: 'menu:update',
    summary: 'Changes what is given of a node.',
    body: z.object({
      id: idSchema,
      parentId: idSchema.nullable().optional(),
      kind: menuKindSchema.optional(),
      name: nameSchema.optional(),
      title: fields.shape.title.optional(),
      path: fields.shape.path.unwrap().optional(),
      icon: fields.shape.icon.unwrap().optional(),
      hidden: z.boolean().optional(),
      sort: fields.shape.sort.unwrap().optional(),
    }),
  }),
  updateStatus: call({
    method: 'PUT',
    path: '/menu/update/status/{id}',
    access: 'menu:update',
    summary: 'Enables a disabled node or disables an enabled one, with what is below it.',
    params: idParams,
    data: z.object({ status: statusSchema }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/menu/delete/{id}',
    access: 'menu:delete',
    summary: 'Deletes a node that has none below it.',
    params: idParams,
  }),
  removeBatch: call({
    method: 'DELETE',
    path: '/menu/batch/delete/{ids}',
    access: 'menu:delete',
    summary: 'Deletes up to 100 nodes, all or none.',
    params: idsParams,
  }),
};
