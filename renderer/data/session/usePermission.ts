import type { Permission } from '#shared/contract/api/permissions.ts';
import { useSession } from '../hooks.ts';

/** Whether the signed-in account has a permission. The server judges by itself; this is for what is shown. */
export function usePermission(name: Permission): boolean {
  return useSession((state) => state.permissions.includes(name));
}
