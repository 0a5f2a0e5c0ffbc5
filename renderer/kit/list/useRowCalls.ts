import type { z } from 'zod';
import { useAct } from '#renderer/data/api/useAct.ts';
import { usePage } from '#renderer/data/hooks.ts';
import type { ApiCall } from '#shared/contract/api/call.ts';
import type { idParams, idsParams } from '#shared/contract/api/fields.ts';

type IdCall = ApiCall<typeof idParams, z.ZodType, z.ZodObject, z.ZodType>;
type IdsCall = ApiCall<typeof idsParams, z.ZodType, z.ZodObject, z.ZodType>;

export interface RowCalls {
  busy: boolean;
  /** Turns a row on or off, or publishes it and takes it back. */
  toggle(id: number): Promise<void>;
  /** Deletes one row, once it has been asked for. */
  remove(id: number, name: string): Promise<void>;
  removeAll(ids: readonly number[]): Promise<void>;
}

/** What can be done to rows of any list, each followed by loading the list anew. */
export function useRowCalls(
  calls: { updateStatus?: IdCall; remove: IdCall; removeBatch: IdsCall },
  reload: () => void,
): RowCalls {
  const { api, asks } = usePage();
  const { busy, act } = useAct();
  const run = async (todo: () => Promise<unknown>) => {
    if (await act(todo)) reload();
  };
  const sure = (key: string, params: Record<string, string | number>) =>
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
      if (!(await sure('admin.deleteSure', { name }))) return;
      await run(() => api.call(calls.remove, { params: { id } }, { announce: true }));
    },
    removeAll: async (ids) => {
      if (ids.length === 0 || !(await sure('admin.deleteSureAll', { count: ids.length }))) return;
      await run(() => api.call(calls.removeBatch, { params: { ids: ids.join(',') } }, { announce: true }));
    },
  };
}
