import { useEffect, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { pageTimers } from '#renderer/data/pageTimers.ts';
import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import { OPERATOR_GROUP, OPERATOR_NEWS_MS } from '#renderer/data/show/staleToasts.ts';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';
import { LinkEditor } from './linkEditor.ts';

/** The editor of a widget while its screen is open; what waits is saved when the screen is left. */
export function useLinkEditor(link: OverlayLinkView): LinkEditor {
  const ringside = useRingside();
  const [editor] = useState(() => makeEditor(link, ringside));
  useEffect(() => editor.take(link), [editor, link]);
  useEffect(() => {
    const leave = () => editor.flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [editor]);
  return editor;
}

function makeEditor(link: OverlayLinkView, ringside: Ringside): LinkEditor {
  return new LinkEditor({
    link,
    ...pageTimers(),
    problemOf,
    save: async (args) => (await ringside.call('overlay.update', args)).link,
    refused: (problem) => {
      const summary = { key: `error.${problem.code}`, params: problem.params ?? {} };
      const told = problem.code === 'overlay.stale' ? { group: OPERATOR_GROUP, life: OPERATOR_NEWS_MS } : {};
      ringside.toasts.getState().add({ severity: 'warn', summary, ...told });
    },
  });
}
