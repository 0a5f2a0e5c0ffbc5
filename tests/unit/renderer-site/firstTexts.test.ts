import { describe, expect, it } from 'vitest';
import { isFirstText, textParts } from '#renderer/kit/i18n/textParts.ts';
import { parseFolder } from '#tests/unit/locales/sources.ts';
import { usedKeys } from '#tests/unit/locales/usedKeys.ts';

/** Folders of the screens that are shown with the first texts only, and of the frame around them. */
const folders = [
  'renderer/features/site',
  'renderer/features/account',
  'renderer/app',
  'renderer/kit/form',
  'renderer/data/api',
];
/** Files that are shown only after all texts are loaded. */
const wordy =
  /(Privacy|Text|Widget)Page\.tsx$|gallery\/|PhoneField\.tsx$|app\/(shell|frame|phone)\/|account\/(?!Entry|Login|password)/;

describe('texts that are loaded first', () => {
  it('contain every text of the public, sign-in and sign-up pages', () => {
    const asked = folders
      .flatMap(parseFolder)
      .filter(({ file }) => !wordy.test(file))
      .flatMap(usedKeys);
    expect(asked.length).toBeGreaterThan(60);
    const late = asked.filter(({ shown }) => !isFirstText(shown));
    expect(late.map(({ file, shown }) => `${file}: ${shown}`)).toEqual([]);
  });

  it('are the only texts that the build keeps of a locale file', () => {
    const { transform } = textParts();
    const source = JSON.stringify({
      'site.nav': 'Pages',
      'ledger.time': 'Time',
      'site.privacy.lead': 'Long',
    });
    const kept = transform(source, '/x/locales/en.json?texts=first');
    expect(kept?.code).toBe('export default {"site.nav":"Pages"}');
    expect(transform(source, '/x/locales/en.json')).toBeNull();
  });
});
