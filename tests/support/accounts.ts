import { api } from '#shared/contract/api/index.ts';
import { ApiClient } from '#tests/integration/server/support/client.ts';

export const ADMIN = { email: 'desk@example.jp', password: 'first_pass1' };
/** Environment of `startRingside`: a server with this administrator and accounts for the tool. */
export const forMany = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, TOOL: 'account' };

/** Signs in and returns the token. Retries while the server opens its accounts. */
export async function tokenOf(url: string, who: { email: string; password: string }): Promise<string> {
  const client = new ApiClient(url.replace(/\/$/, ''));
  for (;;) {
    const answer = await client.call(api.account.signin, { body: who });
    if (answer.code !== 503) return answer.data;
  }
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
