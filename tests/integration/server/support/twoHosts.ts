import { api } from '#shared/contract/api/index.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { ApiClient } from './client.ts';
import { ADMIN } from './process.ts';

const PASSWORD = 'Gift_123';

/** A server with the accounts of two hosts, and a screen of each. */
export interface TwoHosts {
  ringside: RunningRingside;
  aya: ScreenClient;
  ben: ScreenClient;
  stop(): Promise<void>;
}

export async function startTwoHosts(): Promise<TwoHosts> {
  const ringside = await startRingside({
    env: { TOOL: 'account', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  });
  const client = new ApiClient(ringside.url.replace(/\/$/, ''));
  const signIn = async (email: string, password: string) =>
    (await client.call(api.account.signin, { body: { email, password } })).data;
  const admin = await signIn(ADMIN.email, ADMIN.password);
  const join = async (email: string) => {
    await client.call(api.user.add, { token: admin, body: { email, password: PASSWORD } });
    return joinAsScreen(ringside.url, { token: await signIn(email, PASSWORD) });
  };
  const aya = await join('aya@ringside.example');
  const ben = await join('ben@ringside.example');
  return {
    ringside,
    aya,
    ben,
    stop: async () => {
      aya.close();
      ben.close();
      await ringside.stop();
    },
  };
}
