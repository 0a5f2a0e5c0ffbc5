import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { RenameDialog } from '#renderer/kit/ui/RenameDialog.tsx';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { OptionsForm } from './OptionsForm.tsx';
import { useAddressOf } from './overlayPage.ts';
import { Preview } from './Preview.tsx';
import { ShareBlock } from './ShareBlock.tsx';
import type { LinkActions } from './useLinkActions.ts';
import { useLinkEditor } from './useLinkEditor.ts';

export interface LinkPaneProps {
  link: OverlayLinkView;
  actions: LinkActions;
  /** Back to the list, where there is no room for both. */
  onBack(): void;
}

/** One widget: what it looks like, its link, and every option, saved as it is changed. */
export function LinkPane({ link, actions, onBack }: LinkPaneProps) {
  const { t } = useTranslation();
  const addressOf = useAddressOf();
  const editor = useLinkEditor(link);
  const { options, saved, wrong, canUndo, canRedo } = useVanillaStore(editor.store, (state) => state);
  const [renaming, setRenaming] = useState(false);
  useKey('ledger.undo', () => editor.undo(), canUndo);
  useKey('ledger.redo', () => editor.redo(), canRedo);
  return (
    <Panel
      title={link.name}
      className="extras__pane"
      body="held"
      badge={
        <span
          className={wrong ? 'small extras__saved extras__saved--not' : 'muted small extras__saved'}
          role="status"
        >
          {t(wrong ? 'widgets.notSaved' : saved ? 'message.saved' : 'widgets.saving')}
        </span>
      }
      actions={
        <>
          <span className="extras__back">
            <Button small look="text" icon="arrow-left" label={t('widgets.back')} onClick={onBack} />
          </span>
          <Button
            small
            look="outlined"
            icon="undo"
            label={t('widgets.undo')}
            keyAction="ledger.undo"
            disabled={!canUndo}
            onClick={() => editor.undo()}
          />
          <Button
            small
            look="outlined"
            icon="refresh"
            label={t('widgets.redo')}
            keyAction="ledger.redo"
            disabled={!canRedo}
            onClick={() => editor.redo()}
          />
          <Button
            small
            look="outlined"
            icon="file-edit"
            ariaLabel={t('widgets.rename')}
            onClick={() => setRenaming(true)}
          />
        </>
      }
    >
      <div className={isWide(options) ? 'extras__edit extras__edit--wide' : 'extras__edit'}>
        <Preview address={addressOf(link)} options={options} />
        <div className="extras__options">
          <ShareBlock link={link} actions={actions} />
          <OptionsForm kind={link.options.kind} editor={editor} />
        </div>
      </div>
      {renaming && (
        <RenameDialog
          title={t('widgets.rename')}
          label={t('widgets.name')}
          help={t('widgets.rename.help')}
          name={link.name}
          onRename={(name) => editor.rename(name)}
          onClose={() => setRenaming(false)}
        />
      )}
    </Panel>
  );
}

/** A page that is wider than it is high stands above its options instead of beside them. */
function isWide(options: WidgetOptions): boolean {
  return options.kind === 'workbench' && options.layout === 'horizontal';
}
