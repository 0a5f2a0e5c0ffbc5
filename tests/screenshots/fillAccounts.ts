import type { ApiCall } from '#shared/contract/api/call.ts';
import { api } from '#shared/contract/api/index.ts';
import { ApiClient, type CallInput } from '#tests/integration/server/support/client.ts';
import { ADMIN, tokenOf } from '#tests/support/accounts.ts';

const USERS = 60;
const ENTRIES = 150;
const SHOWS = 14;
const DAY_MS = 86_400_000;

const names = ['Mika', '田中 さくら', '陈小鱼', 'Annabel-Christina von Hohenstein-Ringelbach', 'れい', 'Bo'];
const remarks = [
  '',
  '夜の部を担当',
  '负责周末场',
  'Looks after the hosts of the east and answers their questions at night.',
];

/** Fills a server's accounts with a year of use. Returns the administrator's token. */
export async function fillAccounts(url: string): Promise<string> {
  const client = new ApiClient(url.replace(/\/$/, ''));
  const token = await tokenOf(url, ADMIN);
  const call = async (what: ApiCall, input: CallInput): Promise<void> => {
    for (;;) {
      const { code, msg } = await client.call(what, { token, ...input });
      if (code === 200) return;
      // Retry: the server limits calls per account.
      if (code !== 429) throw new Error(`${what.path}: ${msg}`);
    }
  };
  for (let index = 0; index < USERS; index += 1) {
    const username = `${names[index % names.length]} ${index + 1}`.slice(0, 40);
    const phone = index % 3 === 0 ? `+81 90 1234 ${1000 + index}` : '';
    const body = { email: `host${index + 1}@ringside.example`, password: 'hosts_Pass1', username, phone };
    await call(api.user.add, { body });
  }
  for (const [index, remark] of remarks.entries()) {
    await call(api.role.add, { body: { name: `desk_${index}`, title: `Desk ${index + 1}`, remark } });
    await call(api.dict.add, { body: { name: `list_${index}`, title: `List ${index + 1}`, remark } });
  }
  const dicts = await client.call(api.dict.list, { token, params: { page: 1, size: 10 } });
  const dictId = dicts.data.rows[0]?.id ?? 1;
  for (let sort = 0; sort < ENTRIES; sort += 1) {
    const labels = { en: `Region ${sort}`, ja: `地域${sort}`, zh_CN: `地区${sort}` };
    await call(api.dictData.add, { body: { dictId, value: `region_${sort}`, labels, sort } });
  }
  for (const [index, severity] of (['info', 'success', 'warn', 'error'] as const).entries()) {
    const title = ['明日 12 時からメンテナンス', 'New version', '周五的活动', 'Line 1 is slow'][index] ?? '';
    const content = 'Ten minutes from noon.\n\nShows that run go on.';
    await call(api.notice.add, { body: { title, content, severity } });
    if (index < 3) await call(api.notice.updateStatus, { params: { id: index + 1 } });
  }
  for (const [index, platform] of (['windows', 'mac', 'linux', 'web'] as const).entries()) {
    const body = {
      platform,
      version: `1.${index}.2`,
      url: `/download/${platform}`,
      notes: 'Calmer, quicker.',
    };
    await call(api.version.add, { body });
    if (index !== 1) await call(api.version.updateStatus, { params: { id: index + 1 } });
  }
  for (let index = 0; index < SHOWS; index += 1) {
    const endedAt = Date.now() - index * 2 * DAY_MS;
    const id = `show-${index}`;
    const item = {
      id,
      name: `${['金曜バトル', 'Friday battle', '周末擂台'][index % 3]} · @grouplive`,
      room: { username: 'grouplive' },
      startedAt: endedAt - 7_200_000,
      endedAt,
      income: 120_000 + index * 31_337,
      gifts: 3_000 + index * 77,
      givers: 400,
      fans: 9_999_999,
    };
    await call(api.show.save, { params: { id }, body: { baseRevision: 0, item } });
  }
  return token;
}
