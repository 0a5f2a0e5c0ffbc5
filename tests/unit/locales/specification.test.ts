import { describe, expect, it } from 'vitest';
import en from '#locales/en.json';
import { isShown, keyParts } from './shownKeys.ts';
import { parseFolder } from './sources.ts';

const english: Record<string, string> = en;

/** The labels of the specification by the folder of their screen, each with its text key there. */
const labels: Readonly<Record<string, readonly (readonly [label: string, key: string])[]>> = {
  'renderer/data': [
    ['Homepage', 'tab.home'],
    ['Group Live Setting', 'tab.live'],
    ['Data Report', 'tab.report'],
    ['Extras', 'tab.extras'],
    ['Help', 'tab.help'],
    ['Setting', 'tab.setting'],
    ['User Info', 'tab.user'],
  ],
  'renderer/app': [
    ['Refresh', 'site.refresh'],
    ['Fullscreen', 'site.fullscreen'],
    ['Sign out', 'site.signOut'],
    ['User info', 'account.info'],
    ['Other info', 'account.other'],
  ],
  'renderer/features/site': [
    ['Admin backend', 'site.admin'],
    ['Download product', 'site.download'],
    ['Product introduction', 'site.product'],
    ['User manual', 'site.manual'],
    ['Privacy policy', 'web-100007'],
    ['User policy', 'web-100008'],
    ['About us', 'web-100009'],
    ['Number of live broadcasts', 'site.figure.broadcasts'],
    ['Income', 'site.figure.income'],
    ['Number of fans', 'site.figure.fans'],
    ['Number of gifts', 'site.figure.gifts'],
    ['Ranking widget', 'widgets.kind.ranking'],
  ],
  'renderer/features/admin': [
    ['User management', 'admin.user'],
    ['Role management', 'admin.role'],
    ['Menu management', 'admin.menu'],
    ['Dictionary management', 'admin.dict'],
    ['Dictionary data', 'admin.dictData'],
    ['Notice management', 'admin.notice'],
    ['Log management', 'admin.log'],
  ],
  'server/accounts': [
    ['Permission management', 'api.menu.permission'],
    ['User management', 'api.menu.user'],
    ['Role management', 'api.menu.role'],
    ['Menu management', 'api.menu.menu'],
    ['System management', 'api.menu.system'],
    ['Dictionary management', 'api.menu.dict'],
    ['Dictionary data', 'api.menu.dict_data'],
    ['Notice management', 'api.menu.notice'],
    ['Log management', 'api.menu.log'],
  ],
  'renderer/features/show': [
    ['Preset', 'home.preset'],
    ['Gift Data', 'home.giftData'],
    ['Anchor List', 'home.anchorList'],
    ['User List', 'home.userList'],
    ['Total Votes', 'home.totalVotes'],
    ['Number of gift givers', 'totals.givers'],
    ['Total gift amount', 'totals.diamonds'],
    ['Team member list', 'stage.team'],
    ['Battle status', 'stage.battleStatus'],
  ],
  'renderer/features/report': [
    ['Data overview', 'report.section.overview'],
    ['Round data', 'report.section.rounds'],
    ['Anchor ranking', 'report.anchors'],
    ['User ranking', 'report.users'],
    ['Number of gift givers', 'report.givers'],
    ['Total gift amount', 'report.giftAmount'],
    ['Attacker gift count', 'report.attackerGifts'],
    ['Defender gift count', 'report.defenderGifts'],
    ['Unallocated gift count', 'report.unallocatedGifts'],
  ],
  'renderer/features/presets': [
    ['Configuration name', 'presetEditor.name'],
    ['Anchor and gameplay configuration', 'presetEditor.anchorsAndGameplay'],
    ['Platform username', 'presetEditor.username'],
    ['Gameplay name', 'presetEditor.gameplayName'],
    ['Gameplay effects', 'presetEditor.effects'],
    ['Score settings', 'presetEditor.counting'],
    ['Single gift binding mode', 'presetEditor.single'],
    ['Resurrection configuration', 'presetEditor.section.resurrection'],
    ['Delay configuration', 'presetEditor.section.delay'],
    ['Decrease mechanism', 'presetEditor.section.decrease'],
    ['Special effect scenes', 'presetEditor.section.effects'],
  ],
  'renderer/features/overlays': [
    ['Avatar workbench', 'widgets.kind.workbench'],
    ['Skin choice', 'widgets.skinChoice'],
    ['Skin list', 'widgets.skin'],
    ['Horizontal', 'widgets.layout.horizontal'],
    ['Vertical', 'widgets.layout.vertical'],
    ['Ranking widget', 'widgets.kind.ranking'],
    ['Display content', 'widgets.content'],
    ['Ranking name', 'widgets.rankingName'],
    ['Display range', 'widgets.span'],
    ['Page A', 'widgets.pageA'],
    ['Page B', 'widgets.pageB'],
    ['Widget auto page turn', 'widgets.turnSeconds'],
    ['Top indent', 'widgets.indentTop'],
    ['Bottom indent', 'widgets.indentBottom'],
  ],
  'renderer/features/settings': [
    ['Theme', 'setting.theme'],
    ['Main colours', 'setting.primary'],
    ['Surface colours', 'setting.surface'],
    ['Language', 'setting.language'],
    ['Simple menu', 'setting.simpleMenu'],
    ['Line switch', 'setting.lines'],
    ['Update version', 'setting.update'],
    ['Clear cache', 'setting.cache'],
  ],
  'renderer/kit': [['Phone number', 'account.profile.phone']],
  'renderer/features/account': [
    ['Email', 'account.email'],
    ['Password', 'account.password'],
    ['Verification code', 'account.code'],
    ['Send code', 'account.code.send'],
    ['Old password', 'account.password.old'],
    ['New password', 'account.password.new'],
    ['User info', 'account.info'],
    ['Switch account', 'account.switch'],
    ['Change password', 'web-100015'],
  ],
};

describe.each(Object.entries(labels))('labels of the specification in %s', (folder, expected) => {
  const parts = keyParts([
    ...parseFolder(folder),
    // The keys of widgets, layouts and spans are composed of values of the contract.
    ...parseFolder('shared/contract/overlay'),
  ]);

  it.each(expected)('include “%s” (%s)', (label, key) => {
    // The text may end with a unit in brackets.
    expect((english[key] ?? '').replace(/ \(.+\)$/, '')).toBe(label);
    expect(isShown(key, parts)).toBe(true);
  });
});
