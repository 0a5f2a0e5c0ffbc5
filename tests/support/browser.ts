import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright';

/**
 * Chromium without windows of its own: the same engine, and a page of it costs a third of the processor time, since
 * a full browser makes a whole window for each context, seen or not.
 */
const SHELLS = ['/usr/bin/chromium-headless-shell'];

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Debian's packages, for root and for who may become root. Never takes away what is installed. */
function fromDebian(packages: string): (readonly [command: string, args: readonly string[]])[] {
  const install = `apt-get install -y --no-install-recommends --no-remove ${packages}`;
  return [
    ['sh', ['-c', `apt-get update && ${install}`]],
    ['sh', ['-c', `sudo -n apt-get update && sudo -n ${install}`]],
  ];
}

/** The browser to test in: CHROMIUM_PATH, the system's, or Playwright's own; undefined when there is none. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...SHELLS, ...BROWSERS, chromium.executablePath()];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/**
 * Finds a browser or installs one: Playwright's download first, then Debian's packages. In CI, where a full browser
 * alone is there, the one without windows is installed if it can be had.
 */
export function ensureBrowser(say: (line: string) => void): string {
  const present = findBrowser();
  const isWanted = SHELLS.some((shell) => shell === present) || present === process.env.CHROMIUM_PATH;
  if (present !== undefined && (isWanted || process.env.CI === undefined)) return present;
  const fonts = 'fonts-noto-cjk fonts-noto-color-emoji';
  const attempts =
    present !== undefined
      ? fromDebian('chromium-headless-shell')
      : [
          ['playwright', ['install', '--with-deps', 'chromium']] as const,
          ...fromDebian(`chromium-headless-shell ${fonts}`),
          ...fromDebian(`chromium ${fonts}`),
        ];
  for (const [command, args] of attempts) {
    say(`Trying to install a browser: ${command} ${args.join(' ')}`);
    // What is only faster is not worth a long wait for a network that does not answer.
    const timeout = (present === undefined ? 10 : 1.5) * 60_000;
    spawnSync(command, [...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout });
    const found = findBrowser();
    if (found !== present && found !== undefined) return found;
  }
  if (present !== undefined) return present;
  throw new Error('No Chromium found and none could be installed. Install it, or name it in CHROMIUM_PATH.');
}

/** Starts a headless browser that makes no connections of its own and needs no GPU. */
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
      ...(options.args ?? []),
    ],
  });
}
