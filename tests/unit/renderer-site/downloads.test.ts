import { describe, expect, it } from 'vitest';
import { newestOfEach, offersOf } from '#renderer/features/site/home/downloads.ts';
import type { ReleaseFile } from '#shared/contract/api/version.ts';

const file = (system: ReleaseFile['system'], kind: ReleaseFile['kind'], version: string): ReleaseFile => ({
  system,
  kind,
  version,
  arch: 'x64',
  size: 1,
  name: `${system} ${version} ${kind}`,
  url: `/releases/${system}-${version}.${kind}`,
});

const files = newestOfEach([
  file('windows', 'exe', '2.0.0'),
  file('windows', 'exe', '1.0.0'),
  file('linux', 'AppImage', '1.5.0'),
  file('linux', 'deb', '1.5.0'),
  file('linux', 'deb', '1.4.0'),
  file('mac', 'dmg', '1.0.0'),
  file('mac', 'zip', '1.0.0'),
]);

describe('downloads of the home page', () => {
  it('are the newest of each system, without files for the updater', () => {
    expect(offersOf(files, []).map(({ url, kind }) => [url, kind])).toEqual([
      ['/releases/windows-2.0.0.exe', ''],
      ['/releases/mac-1.0.0.dmg', ''],
      ['/releases/linux-1.5.0.AppImage', 'AppImage'],
      ['/releases/linux-1.5.0.deb', 'deb'],
    ]);
  });

  it("use the administrator's address for systems without a file", () => {
    const announced = [
      { platform: 'windows', version: '9.0.0', url: 'https://elsewhere.test/a.exe' },
      { platform: 'mac', version: '3.0.0', url: 'https://elsewhere.test/a.dmg' },
      { platform: 'linux', version: '3.0.0', url: 'javascript:alert(1)' },
    ];
    const windows = files.filter(({ system }) => system === 'windows');
    expect(offersOf(windows, announced)).toEqual([
      { system: 'windows', version: '2.0.0', url: '/releases/windows-2.0.0.exe', kind: '' },
      { system: 'mac', version: '3.0.0', url: 'https://elsewhere.test/a.dmg', kind: '' },
    ]);
  });

  it('are empty before the server has answered', () => {
    expect(offersOf([], [])).toEqual([]);
  });
});
