import { serverAddressSchema } from '#shared/contract/desktop.ts';

/** The origin of a server's address, null for none and for what may not be called. */
export function serverOrigin(address: string): string | null {
  const allowed = serverAddressSchema.safeParse(address);
  return allowed.success && allowed.data !== '' ? new URL(allowed.data).origin : null;
}
