import { accountCalls } from './account.ts';
import type { ApiCall } from './call.ts';
import { dictCalls, dictDataCalls } from './dict.ts';
import { logCalls } from './log.ts';
import { menuCalls } from './menu.ts';
import { noticeCalls } from './notice.ts';
import { roleCalls } from './role.ts';
import { siteCalls, statisticsCalls } from './site.ts';
import { statusCalls } from './status.ts';
import { presetCalls, showCalls } from './sync.ts';
import { userCalls } from './user.ts';
import { versionCalls } from './version.ts';

/** Every call of `/api`, by subject and name. */
export const api = {
  account: accountCalls,
  user: userCalls,
  role: roleCalls,
  menu: menuCalls,
  dict: dictCalls,
  dictData: dictDataCalls,
  notice: noticeCalls,
  log: logCalls,
  status: statusCalls,
  preset: presetCalls,
  show: showCalls,
  statistics: statisticsCalls,
  version: versionCalls,
  site: siteCalls,
};

/** All calls as a list. The name is `subject.call`. */
export const everyCall: readonly { name: string; call: ApiCall }[] = Object.entries(api).flatMap(
  ([subject, calls]) =>
    Object.entries<ApiCall>(calls).map(([name, entry]) => ({ name: `${subject}.${name}`, call: entry })),
);
