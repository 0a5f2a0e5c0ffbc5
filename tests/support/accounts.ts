import { z } from 'zod';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';
import { until } from './until.ts';

export const ADMIN = { email: 'desk@example.jp', password: 'first_pass1' };
/** Environment of `startRingside`: a server with this administrator and accounts for the tool. */
export const forMany = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, TOOL: 'account' };

const healthSchema = z.object({ data: z.object({ accounts: z.string() }) });

/** Waits until the server has opened its accounts, signs in and returns the token. */
export async function tokenOf(url: string, who: { email: string; password: string }): Promise<string> {
  const open = async () => {
    const response = await fetch(new URL('/api/health', url));
    return healthSchema.parse(await response.json()).data.accounts === 'open';
  };
  await until(open, 'the server to open its accounts');
  const client = new ApiClient(url.replace(/\/$/, ''));
  return (await client.call(api.account.signin, { body: who })).data;
}

/** Adds an account. Pass the administrator's token to add several: the server limits sign-ins per address. */
export async function addHost(
  url: string,
  email: string,
  desk?: string,
): Promise<{ email: string; password: string }> {
  const client = new ApiClient(url.replace(/\/$/, ''));
  const who = { email, password: 'hosts_Pass1' };
  const token = desk ?? (await tokenOf(url, ADMIN));
  const added = await client.call(api.user.add, { body: who, token });
  if (added.code !== 200) throw new Error(added.msg);
  return who;
}
