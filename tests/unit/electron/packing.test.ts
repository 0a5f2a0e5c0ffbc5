import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../..');

const targetsSchema = z.array(z.object({ target: z.string(), arch: z.array(z.string()) }));
const configSchema = z.object({
  asar: z.boolean(),
  artifactName: z.string(),
  electronFuses: z.record(z.string(), z.boolean()),
  publish: z.object({ provider: z.string(), url: z.url() }),
  win: z.object({ target: targetsSchema }),
  mac: z.object({ target: targetsSchema, hardenedRuntime: z.boolean(), entitlements: z.string() }),
  linux: z.object({ target: targetsSchema }),
  nsis: z.object({ deleteAppDataOnUninstall: z.boolean() }),
});
const config = configSchema.parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));

describe('the installers', () => {
  it('switch off in Electron whatever runs or reads something else than the app', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(config.asar).toBe(true);
  });

  it('are made for the three systems, each in its usual forms', () => {
    expect(config.win.target).toEqual([{ target: 'nsis', arch: ['x64'] }]);
    expect(config.mac.target).toEqual([
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ]);
    expect(config.linux.target.map(({ target }) => target)).toEqual(['AppImage', 'deb']);
  });

  it('ask macOS for the hardened runtime, and for no right but what counting needs', () => {
    expect(config.mac.hardenedRuntime).toBe(true);
    const file = config.mac.entitlements;
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
    expect(config.nsis.deleteAppDataOnUninstall).toBe(false);
  });

  it('have a feed over https, and names that say version, system and processor', () => {
    expect(config.publish).toEqual({ provider: 'generic', url: expect.stringMatching(/^https:/) });
    expect(config.artifactName).toMatch(/\$\{version\}.*\$\{os\}.*\$\{arch\}/);
  });
});
