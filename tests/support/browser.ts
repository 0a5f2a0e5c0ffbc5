import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright';

/** Chromium's headless shell: the same engine as the full browser at a third of its CPU time. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A way to install a browser. */
type Attempt = readonly [command: string, args: readonly string[]];

/** Installs Debian packages as root or by sudo without a password. Removes no package. */
function fromDebian(packages: string): Attempt[] {
  if (!existsSync('/usr/bin/apt-get')) return [];
  const apt = `${process.getuid?.() === 0 ? '' : 'sudo -n '}apt-get`;
  const install = `${apt} install -y --no-install-recommends --no-remove ${packages}`;
  return [['sh', ['-c', `${apt} update && ${install}`]]];
}

/** Finds the browser: CHROMIUM_PATH, the system's, or Playwright's. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...SHELLS, ...BROWSERS, chromium.executablePath()];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/**
 * Finds or installs a browser: on Debian its package, elsewhere Playwright's download. In CI, installs the browser
 * without windows beside a full one if possible. Prints the errors of the attempts only if all of them fail.
 */
export function ensureBrowser(say: (line: string) => void): string {
  const present = findBrowser();
  const isWanted = SHELLS.some((shell) => shell === present) || present === process.env.CHROMIUM_PATH;
  if (present !== undefined && (isWanted || process.env.CI === undefined)) return present;
  const fonts = 'fonts-noto-cjk fonts-noto-color-emoji';
  const attempts: Attempt[] =
    present !== undefined
      ? fromDebian('chromium-headless-shell')
      : [
          ...fromDebian(`chromium-headless-shell ${fonts}`),
          ['playwright', ['install', '--with-deps', 'chromium']],
          ...fromDebian(`chromium ${fonts}`),
        ];
  const complaints: string[] = [];
  for (const [command, args] of attempts) {
    say(`Installing a browser: ${command} ${args.join(' ')}`);
    // Do not wait long for a faster browser if the network does not answer.
    const timeout = (present === undefined ? 10 : 1.5) * 60_000;
    const { stderr, error } = spawnSync(command, [...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout,
      maxBuffer: 64 << 20,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const found = findBrowser();
    if (found !== present && found !== undefined) return found;
    complaints.push([`${command} ${args.join(' ')}`, error?.message, stderr].filter(Boolean).join('\n'));
  }
  if (present !== undefined) return present;
  for (const complaint of complaints) say(complaint);
  throw new Error('No Chromium found and none could be installed. Install it, or name it in CHROMIUM_PATH.');
}

/**
 * In tests, V8 does not optimise: a page is open for seconds, and optimising its code would take a fifth of the
 * browser's processor time.
 */
const testArgs = process.env.VITEST === undefined ? [] : ['--js-flags=--no-opt --no-maglev'];

/** Starts a headless browser without background connections and without GPU. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No browser: run `npm test` once, which installs one.');
  return chromium.launch({
    ...options,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...testArgs,
      ...(options.args ?? []),
    ],
  });
}
