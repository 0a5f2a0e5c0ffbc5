import type { Permission } from '#shared/contract/api/call.ts';
import { useSession } from '../hooks.ts';

/** Returns whether the account has a permission, to show or disable controls. The server checks every call itself. */
export function usePermission(name: Permission): boolean {
  return useSession((state) => state.permissions.includes(name));
}
