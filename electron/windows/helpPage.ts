import type { BackstageState } from '#shared/contract/desktop.ts';
import type { Language } from '#shared/contract/language.ts';
import type { Translate } from '../system/translate.ts';

/** Path of the help page in the app's scheme. */
export const HELP_PATH = '/desktop/help';

interface HelpPageOptions {
  t: Translate;
  language: Language;
  state: BackstageState;
  logFolder: string;
}

/**
 * Renders the page that replaces the tool after repeated crashes. It works without scripts, style sheets and the
 * backstage. Its link opens the tool again.
 */
export function helpPage({ t, language, state, logFolder }: HelpPageOptions): string {
  const { problem } = state;
  const reason = problem === null ? t('desktop.help.crashed') : t(`error.${problem.code}`, problem.params);
  const text = (key: string) => escapeHtml(t(`desktop.help.${key}`));
  return `<!doctype html>
<html lang="${language.replace('_', '-')}">
<head>
<meta charset="utf-8">
<title>Ringside</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: #0c0f14; color: #e6eaf0;
  font: 16px/1.7 system-ui, "Noto Sans CJK JP", sans-serif; }
main { max-width: 36rem; padding: 2rem; }
h1 { font-size: 28px; line-height: 1.3; text-wrap: balance; word-break: auto-phrase; }
code { user-select: all; overflow-wrap: anywhere; color: #7dd3fc; }
a { display: inline-block; margin-top: 1rem; padding: .6rem 1.2rem; border-radius: 6px; background: #0ea5e9;
  color: #04121c; text-decoration: none; font-weight: 600; }
</style>
</head>
<body>
<main>
<h1>${text('title')}</h1>
<p>${escapeHtml(reason)}</p>
<p>${text('safe')}</p>
<p>${text('log')}<br><code id="log">${escapeHtml(logFolder)}</code></p>
<a id="retry" href="/tool">${text('retry')}</a>
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
