import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePlainYaml } from '#tests/support/plainYaml.ts';

const root = join(import.meta.dirname, '../../..');
const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');

/** What stands indented under a key at the start of a line. */
function section(key: string): string {
  const [, text] = new RegExp(`^${key}:\\n((?: .*\\n?|\\n)+)`, 'm').exec(config) ?? [];
  if (text === undefined) throw new Error(`electron-builder.yml has no ${key}`);
  return text;
}

describe('the installers', () => {
  it('switch off in Electron whatever runs or reads something else than the app', () => {
    expect(parsePlainYaml(section('electronFuses').replaceAll(/^ {2}/gm, ''))).toEqual({
      runAsNode: 'false',
      enableCookieEncryption: 'true',
      enableNodeOptionsEnvironmentVariable: 'false',
      enableNodeCliInspectArguments: 'false',
      enableEmbeddedAsarIntegrityValidation: 'true',
      onlyLoadAppFromAsar: 'true',
      grantFileProtocolExtraPrivileges: 'false',
    });
    expect(config).toMatch(/^asar: true$/m);
  });

  it('are made for the three systems, each in its usual forms', () => {
    const targets = (system: string) =>
      [...section(system).matchAll(/- target: (\w+)\n\s+arch: \[(\w+)\]/g)].map(([, name, arch]) => [
        name,
        arch,
      ]);
    expect(targets('win')).toEqual([['nsis', 'x64']]);
    expect(targets('mac')).toEqual([
      ['dmg', 'universal'],
      ['zip', 'universal'],
    ]);
    expect(targets('linux').map(([name]) => name)).toEqual(['AppImage', 'deb']);
  });

  it('ask macOS for the hardened runtime, and for no right but what counting needs', () => {
    expect(section('mac')).toContain('hardenedRuntime: true');
    const [, file = ''] = /entitlements: (\S+)/.exec(section('mac')) ?? [];
    const rights = [...readFileSync(join(root, file), 'utf8').matchAll(/<key>([^<]+)<\/key>/g)].map(
      ([, key]) => key,
    );
    expect(rights).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.network.client',
      'com.apple.security.network.server',
    ]);
  });

  it('leave the host’s shows, presets and settings when they remove the app', () => {
    expect(section('nsis')).toContain('deleteAppDataOnUninstall: false');
  });

  it('have a feed over https, and names that say version, system and processor', () => {
    expect(section('publish')).toMatch(/provider: generic\n\s+url: https:\/\//);
    expect(config).toMatch(/^artifactName: .*\$\{version\}.*\$\{os\}.*\$\{arch\}/m);
  });
});
