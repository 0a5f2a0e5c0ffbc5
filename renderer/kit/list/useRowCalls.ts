import type { z } from 'zod';
import { useAct } from '#renderer/data/api/useAct.ts';
import { usePage } from '#renderer/data/hooks.ts';
import type { ApiCall } from '#shared/contract/api/call.ts';
import type { idParams, idsParams } from '#shared/contract/api/fields.ts';

type IdCall = ApiCall<typeof idParams, z.ZodType, z.ZodObject, z.ZodType>;
type IdsCall = ApiCall<typeof idsParams, z.ZodType, z.ZodObject, z.ZodType>;

export interface RowCalls {
  busy: boolean;
  /** Enables or disables a row, publishes it or makes it a draft again. */
  toggle(id: number): Promise<void>;
  /** Deletes one row after a confirmation. */
  remove(id: number, name: string): Promise<void>;
  /** Deletes several rows after a confirmation. */
  removeAll(ids: readonly number[]): Promise<void>;
}

/** The actions on a list's rows. Each successful action reloads the list. */
export function useRowCalls(
  calls: { updateStatus?: IdCall; remove: IdCall; removeBatch: IdsCall },
  reload: () => void,
): RowCalls {
  const { api, asks } = usePage();
  const { busy, act } = useAct();
  const run = async (call: () => Promise<unknown>) => {
    if (await act(call)) reload();
  };
  const confirm = (key: string, params: Record<string, string | number>) =>
    asks.getState().ask({
      title: { key: 'admin.delete' },
      text: { key, params },
      confirm: { key: 'admin.delete' },
      danger: true,
    });
  return {
    busy,
    toggle: async (id) => {
      const { updateStatus } = calls;
      if (updateStatus === undefined) return;
      await run(() => api.call(updateStatus, { params: { id } }, { announce: true }));
    },
    remove: async (id, name) => {
      if (!(await confirm('admin.deleteSure', { name }))) return;
      await run(() => api.call(calls.remove, { params: { id } }, { announce: true }));
    },
    removeAll: async (ids) => {
      if (ids.length === 0 || !(await confirm('admin.deleteSureAll', { count: ids.length }))) return;
      await run(() => api.call(calls.removeBatch, { params: { ids: ids.join(',') } }, { announce: true }));
    },
  };
}
