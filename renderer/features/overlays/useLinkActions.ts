import { useState } from 'react';
import { useRingside, useSettings } from '#renderer/data/hooks.ts';
import { freeName } from '#renderer/data/presets/presetForm.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { useCopy } from '#renderer/kit/ui/useCopy.ts';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import { useSourceAddressOf } from './overlayPage.ts';

export interface LinkActions {
  /** The widget that was deleted last and can be restored. */
  deleted: OverlayLinkView | null;
  /** Creates a widget with default options. Resolves to null if the backstage rejects it. */
  make(kind: WidgetKind): Promise<OverlayLinkView | null>;
  copyAddress(link: OverlayLinkView): Promise<void>;
  copy(text: string): Promise<void>;
  remove(link: OverlayLinkView): Promise<void>;
  restore(): Promise<void>;
  /** Replaces the widget's link after a confirmation. The old link then shows nothing. */
  revoke(link: OverlayLinkView): Promise<void>;
}

/** Creates, copies, deletes and restores widgets, and replaces their links. */
export function useLinkActions(links: readonly OverlayLinkView[]): LinkActions {
  const { attempt, toasts, asks } = useRingside();
  const language = useSettings((state) => state.language);
  const text = useText();
  const addressOf = useSourceAddressOf();
  const [deleted, setDeleted] = useState<OverlayLinkView | null>(null);
  const copy = useCopy();
  return {
    deleted,
    make: async (kind) => {
      const name = freeName(
        text({ key: `widgets.kind.${kind}` }),
        links.map((link) => link.name),
      );
      return (await attempt('overlay.create', { kind, name, language }))?.link ?? null;
    },
    copy,
    copyAddress: (link) => copy(addressOf(link)),
    remove: async (link) => {
      if ((await attempt('overlay.delete', { id: link.id })) !== null) setDeleted(link);
    },
    restore: async () => {
      if (deleted === null) return;
      if ((await attempt('overlay.restore', { id: deleted.id })) !== null) setDeleted(null);
    },
    revoke: async (link) => {
      const sure = await asks.getState().ask({
        title: { key: 'widgets.revokeAsk.title', params: { name: link.name } },
        text: { key: 'widgets.revokeAsk.text' },
        confirm: { key: 'widgets.revoke' },
        danger: true,
      });
      if (!sure || (await attempt('overlay.revoke', { id: link.id })) === null) return;
      toasts.getState().add({ severity: 'success', summary: { key: 'widgets.revoked' } });
    },
  };
}
