/** The permissions of dictionaries and of their entries. */
export const dictPermissions = {
  add: 'dict:add',
  update: 'dict:update',
  status: 'dict:update',
  delete: 'dict:delete',
} as const;
