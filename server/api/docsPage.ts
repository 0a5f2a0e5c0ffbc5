import { everyCall } from '#shared/contract/api/index.ts';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
    color-scheme: light dark; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8884; }
  code { font-family: ui-monospace, monospace; }
  td:first-child { width: 5rem; }
`;

/** The calls as a page to read, without any script; the whole document is one link away. */
export function docsPage(): string {
  const subjects = Map.groupBy(everyCall, ({ name }) => name.split('.')[0] ?? '');
  const sections = [...subjects].map(([subject, calls]) => {
    const rows = calls.map(({ call }) => {
      const cells = [`<code>${call.method}</code>`, `<code>${escapeHtml(call.path)}</code>`];
      cells.push(escapeHtml(call.summary), `<code>${escapeHtml(call.access)}</code>`);
      return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    });
    const head = '<tr><th>Method</th><th>Path</th><th>What it does</th><th>Access</th></tr>';
    return `<h2>${escapeHtml(subject)}</h2><table>${head}${rows.join('')}</table>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ringside API</title><style>${STYLE}</style></head>
<body><h1>Ringside API</h1>
<p>Every path begins with <code>/api</code>. Answers are <code>{ code, msg, data }</code>; 200 is success.
A signed-in call carries <code>Authorization: Bearer TOKEN</code>. Messages follow <code>Accept-Language</code>
(<code>en</code>, <code>ja</code>, <code>zh_CN</code>), days follow <code>Time-Zone</code>.
All fields: <a href="/api/docs/json">OpenAPI document</a>.</p>
${sections.join('\n')}
</body></html>`;
}
