/** Marks our own files, with the widget that each is for: nothing else in the folder is touched. */
const MARK = 'ringside-widget';

export interface WaitingPage {
  id: string;
  name: string;
  /** The widget's page on the hub, with its token. */
  url: string;
}

/**
 * A page of its own for streaming software, which leaves a page blank for good that was refused once: this one
 * is a file, so it always opens, and it goes to the widget as soon as the hub answers. It looks by a frame,
 * because a browser lets a page of a file see no other answer.
 */
export function waitingPage({ id, name, url }: WaitingPage): string {
  const { origin, pathname } = new URL(url);
  const ready = `${origin}${pathname}ready`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="${MARK}" content="${asMarkup(id)}">
<title>${asMarkup(name)}</title>
<style>html, body { margin: 0; background: transparent; } iframe { position: absolute; border: 0; width: 1px; height: 1px; opacity: 0; }</style>
</head>
<body>
<script>
var target = ${literal(url)}, ready = ${literal(ready)}, origin = ${literal(origin)}, gone = false;
addEventListener('message', function (event) {
  if (gone || event.origin !== origin || event.data !== 'ringside-ready') return;
  gone = true;
  location.replace(target);
});
function look() {
  if (gone) return;
  var old = document.querySelector('iframe'), frame = document.createElement('iframe');
  frame.src = ready + '?' + Date.now();
  if (old) old.remove();
  document.body.appendChild(frame);
  setTimeout(look, 2000);
}
look();
</script>
</body>
</html>
`;
}

/** The widget that a file is for, null for a file that is not ours. */
export function widgetOf(html: string): string | null {
  const text = new RegExp(`<meta name="${MARK}" content="([^"]*)">`).exec(html)?.[1];
  return text === undefined ? null : fromMarkup(text);
}

const entities: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
];

function asMarkup(text: string): string {
  return entities.reduce((done, [char, entity]) => done.replaceAll(char, entity), text);
}

function fromMarkup(text: string): string {
  return entities.reduceRight((done, [char, entity]) => done.replaceAll(entity, char), text);
}

/** A string as a script may have it: no markup can end the script. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}
