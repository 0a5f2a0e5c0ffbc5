/**
 * The texts that the public pages need are loaded first, all the others with the first screen that needs them.
 * These are theirs, by how their keys begin; the long texts of the pages behind the home page are not.
 */
const first = [
  'product.',
  'site.',
  'web',
  'account.',
  'frame.dark',
  'frame.light',
  'action.',
  'toast.',
  'notFound.',
  'setting.language',
  'api.field.',
];
const later = [
  'site.privacy.',
  'site.policy.',
  'site.about.',
  'site.widget.',
  'account.profile.',
  'account.home.',
  'account.messages.',
  'account.shows.',
];

export function isFirstText(key: string): boolean {
  return first.some((start) => key.startsWith(start)) && !later.some((start) => key.startsWith(start));
}
