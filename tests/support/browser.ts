import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright';

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser to test in: CHROMIUM_PATH, the system's, or Playwright's own; undefined when there is none. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...SYSTEM_BROWSERS, chromium.executablePath()];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/** Finds a browser or installs one: Playwright's download first, then Debian's packages. */
export function ensureBrowser(say: (line: string) => void): string {
  const present = findBrowser();
  if (present !== undefined) return present;
  const attempts = [
    ['playwright', ['install', '--with-deps', 'chromium']],
    [
      'sh',
      [
        '-c',
        'apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-cjk fonts-noto-color-emoji',
      ],
    ],
    [
      'sh',
      [
        '-c',
        'sudo -n apt-get update && sudo -n apt-get install -y --no-install-recommends chromium fonts-noto-cjk fonts-noto-color-emoji',
      ],
    ],
  ] as const;
  for (const [command, args] of attempts) {
    say(`No browser found; trying: ${command} ${args.join(' ')}`);
    spawnSync(command, [...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 10 * 60_000 });
    const installed = findBrowser();
    if (installed !== undefined) return installed;
  }
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
