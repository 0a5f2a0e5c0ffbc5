import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { pageTimers } from '#renderer/data/page.ts';
import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import { OPERATOR_GROUP, OPERATOR_NEWS_MS } from '#renderer/data/show/staleToasts.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { RenameDialog } from '#renderer/kit/ui/Modal.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { type OverlayLinkView, overlayLinkSchema } from '#shared/contract/calls/overlay.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import styles from './ExtrasPage.module.css';
import { LinkEditor } from './linkEditor.ts';
import { OptionsForm } from './OptionsForm.tsx';
import { useAddressOf } from './overlayPage.ts';
import { Preview } from './Preview.tsx';
import { ScenePane } from './ScenePane.tsx';
import { ShareBlock } from './ShareBlock.tsx';
import { StreamTest } from './StreamTest.tsx';
import type { LinkActions } from './useLinkActions.ts';

export interface LinkPaneProps {
  link: OverlayLinkView;
  actions: LinkActions;
  /** Returns to the list on a narrow screen, which shows either the list or the widget. */
  onBack(): void;
}

/** The editor of one widget: preview, link and options. Saves each change. */
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
      className={styles.pane}
      body="held"
      badge={
        <span
          className={wrong ? `small ${styles.saved} ${styles.notSaved}` : `muted small ${styles.saved}`}
          role="status"
        >
          {t(wrong ? 'widgets.notSaved' : saved ? 'message.saved' : 'widgets.saving')}
        </span>
      }
      actions={
        <>
          <span className={styles.back}>
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
      {options.kind === 'scene' ? (
        <ScenePane link={link} actions={actions} editor={editor} options={options} />
      ) : (
        <div className={isWide(options) ? `${styles.edit} ${styles.wide}` : styles.edit}>
          <Preview linkId={link.id} address={addressOf(link)} options={options} testing={link.testing} />
          <div className={styles.options}>
            <ShareBlock link={link} actions={actions} />
            <BonusRun link={link} />
            <StreamTest link={link} options={options} />
            <OptionsForm kind={link.options.kind} editor={editor} />
          </div>
        </div>
      )}
      {renaming && (
        <RenameDialog
          title={t('widgets.rename')}
          label={t('widgets.name')}
          help={t('widgets.rename.help')}
          schema={overlayLinkSchema.shape.name}
          name={link.name}
          onRename={(name) => editor.rename(name)}
          onClose={() => setRenaming(false)}
        />
      )}
    </Panel>
  );
}

/** Returns whether the page is wider than high; its preview then stands above the options, not beside them. */
function isWide(options: WidgetOptions): boolean {
  return options.kind === 'workbench' && options.layout === 'horizontal';
}

/** Returns the editor of a widget. Saves pending changes when the screen or the page is left. */
function useLinkEditor(link: OverlayLinkView): LinkEditor {
  const ringside = useRingside();
  const [editor] = useState(() => makeEditor(link, ringside));
  useEffect(() => editor.take(link), [editor, link]);
  useEffect(() => {
    const save = () => editor.flush();
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
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
      const group = problem.code === 'overlay.stale' ? { group: OPERATOR_GROUP, life: OPERATOR_NEWS_MS } : {};
      ringside.toasts.getState().add({ severity: 'warn', summary, ...group });
    },
  });
}

/** The buttons that start and stop a time bonus of the host. */
function BonusRun({ link: { id, options } }: { link: OverlayLinkView }) {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  if (options.kind !== 'timeBonus' || options.start !== 'host') return null;
  const { run } = options;
  return (
    <div className={styles.previewTools}>
      <Button
        small
        icon="play"
        label={t(run === null ? 'widgets.bonus.run' : 'widgets.bonus.again')}
        onClick={() => void attempt('overlay.bonus', { id, run: true })}
      />
      {run !== null && run.until === null && (
        <Button
          small
          look="outlined"
          icon="stop"
          label={t('widgets.bonus.stop')}
          onClick={() => void attempt('overlay.bonus', { id, run: false })}
        />
      )}
    </div>
  );
}
