/** Dictionaries and their entries are looked after by the same people. */
export const dictPermissions = {
  add: 'dict:add',
  update: 'dict:update',
  status: 'dict:update',
  delete: 'dict:delete',
} as const;
