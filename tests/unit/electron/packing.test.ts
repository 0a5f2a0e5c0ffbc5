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

describe('installers', () => {
  it('disable the Electron features that run or read code outside the app', () => {
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

  it('cover Windows, macOS and Linux in the usual formats', () => {
    expect(config.win.target).toEqual([{ target: 'nsis', arch: ['x64'] }]);
    expect(config.mac.target).toEqual([
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ]);
    expect(config.linux.target.map(({ target }) => target)).toEqual(['AppImage', 'deb']);
  });

  it('use the hardened runtime on macOS with only the needed entitlements', () => {
    expect(config.mac.hardenedRuntime).toBe(true);
    const file = config.mac.entitlements;
    const entitlements = [...readFileSync(join(root, file), 'utf8').matchAll(/<key>([^<]+)<\/key>/g)].map(
      ([, key]) => key,
    );
    expect(entitlements).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.network.client',
      'com.apple.security.network.server',
    ]);
  });

  it("keep the host's data when the app is uninstalled", () => {
    expect(config.nsis.deleteAppDataOnUninstall).toBe(false);
  });

  it('have an https feed, and file names with version, system and architecture', () => {
    expect(config.publish).toEqual({ provider: 'generic', url: expect.stringMatching(/^https:/) });
    expect(config.artifactName).toMatch(/\$\{version\}.*\$\{os\}.*\$\{arch\}/);
  });
});
