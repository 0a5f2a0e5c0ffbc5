import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { saveFile, useFilePicker } from '#renderer/kit/ui/files.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { ProgressBar } from '#renderer/kit/ui/ProgressBar.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import { useCopy } from '#renderer/kit/ui/useCopy.ts';
import type { DeviceKind, DevicePreview, DeviceResult, ScreenPart } from '#shared/contract/transfer.ts';
import { fetchDeviceFile, readScreenPart, sendDeviceFile, takeScreenPart } from './deviceFile.ts';
import { ImportPreview } from './ImportPreview.tsx';
import remotes from './remotes.module.css';
import list from './removableList.module.css';
import styles from './transfer.module.css';

type Job = 'writing' | 'fetching' | 'sending' | 'checking' | 'importing' | 'undoing';
interface Offer {
  id: string;
  preview: DevicePreview;
  screen: ScreenPart;
}

/** How often the progress of the backstage is read (ms). */
const POLL_MS = 400;

/** Exports one file with everything of this device, and imports one. Visitors do not see it. */
export function TransferSettings() {
  const { t } = useTranslation();
  const { platform, settings, call, attempt, showProblem, toasts } = useRingside();
  const when = useWhen();
  const client = useQueryClient();
  const [undoAt, setUndoAt] = useState<number | null | undefined>(undefined);
  const [shows, setShows] = useState(true);
  const [job, setJob] = useState<Job | null>(null);
  const [share, setShare] = useState(0);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [tokens, setTokens] = useState<DeviceResult['tokens']>([]);

  const load = useCallback(async () => {
    try {
      setUndoAt((await call('transfer.state', {})).undoAt);
    } catch {
      setUndoAt(undefined);
    }
  }, [call]);
  useEffect(() => void load(), [load]);
  const isPolled = job === 'writing' || job === 'checking' || job === 'importing';
  useEffect(() => {
    if (!isPolled) return;
    const timer = window.setInterval(() => {
      void call('transfer.state', {}).then(
        ({ done, total }) => setShare(total === 0 ? 0 : done / total),
        () => undefined,
      );
    }, POLL_MS);
    return () => window.clearInterval(timer);
  }, [call, isPolled]);
  const begin = (next: Job) => {
    setJob(next);
    setShare(0);
  };

  const save = async () => {
    begin('writing');
    try {
      const screen = await readScreenPart(settings, platform.app);
      const made = await call('transfer.export', { shows, screen });
      begin('fetching');
      const file = await fetchDeviceFile(call, made, setShare);
      saveFile(`ringside-${new Date().toISOString().slice(0, 10)}.ringside`, file);
      await call('transfer.cancel', {});
    } catch (error) {
      showProblem(problemOf(error));
    }
    setJob(null);
  };
  const look = async (file: File) => {
    begin('sending');
    try {
      const screen = await readScreenPart(settings, platform.app);
      const id = await sendDeviceFile(call, file, setShare);
      begin('checking');
      setOffer({ id, screen, preview: await call('transfer.check', { id, screen }) });
    } catch (error) {
      showProblem(problemOf(error));
    }
    setJob(null);
  };
  const take = async ({ id, preview, screen }: Offer, kinds: DeviceKind[]) => {
    begin('importing');
    try {
      const result = await call('transfer.apply', { id, plan: preview.plan, kinds, screen });
      await takeScreenPart(result.screen, settings, platform.app);
      setOffer(null);
      setTokens(result.tokens);
      toasts.getState().add({ severity: 'success', summary: { key: 'transfer.imported' } });
      void client.invalidateQueries();
    } catch (error) {
      const problem = problemOf(error);
      showProblem(problem);
      if (problem.code === 'transfer.changed') {
        const again = await attempt('transfer.check', { id, screen });
        setOffer(again === null ? null : { id, screen, preview: again });
      }
    }
    setJob(null);
    await load();
  };
  const undo = async () => {
    setJob('undoing');
    const undone = await attempt('transfer.undo', {});
    setJob(null);
    if (undone === null) return;
    if (undone.screen !== null) await takeScreenPart(undone.screen, settings, platform.app);
    toasts.getState().add({ severity: 'success', summary: { key: 'transfer.undone' } });
    void client.invalidateQueries();
    await load();
  };
  const close = () => {
    setOffer(null);
    void attempt('transfer.cancel', {});
  };

  const picker = useFilePicker({
    label: t('transfer.choose'),
    accept: '.ringside,application/gzip',
    onFile: (file) => void look(file),
  });
  if (undoAt === undefined) return null;
  const busy = job !== null;
  return (
    <Panel title={t('transfer.title')} body="padded">
      <SettingRow label={t('transfer.export')} hint={t('transfer.exportHint')} more={t('transfer.secrets')}>
        <div className={styles.controls}>
          <Switch label={t('transfer.withShows')} checked={shows} onChange={setShows} />
          <Button
            icon="download"
            label={t('transfer.exportNow')}
            busy={job === 'writing' || job === 'fetching'}
            disabled={busy}
            onClick={() => void save()}
          />
        </div>
      </SettingRow>
      <SettingRow label={t('transfer.import')} hint={t('transfer.importHint')}>
        {picker.input}
        <Button
          look="outlined"
          icon="upload"
          label={t('transfer.choose')}
          busy={job === 'sending' || job === 'checking'}
          disabled={busy}
          onClick={picker.open}
        />
      </SettingRow>
      {job !== null && job !== 'importing' && job !== 'undoing' && <Progress job={job} share={share} />}
      {undoAt !== null && (
        <SettingRow label={t('transfer.last', { when: when(undoAt) })} hint={t('transfer.undoHint')}>
          <Button
            look="outlined"
            icon="undo"
            label={t('transfer.undo')}
            busy={job === 'undoing'}
            disabled={busy}
            onClick={() => void undo()}
          />
        </SettingRow>
      )}
      {offer !== null && (
        <ImportPreview
          preview={offer.preview}
          progress={job === 'importing' ? <Progress job={job} share={share} /> : null}
          onImport={(kinds) => void take(offer, kinds)}
          onClose={close}
        />
      )}
      {tokens.length > 0 && <TokensDialog tokens={tokens} onClose={() => setTokens([])} />}
    </Panel>
  );
}

function Progress({ job, share }: { job: Exclude<Job, 'undoing'>; share: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.progress}>
      <p role="status">
        {t(`transfer.job.${job}`)}{' '}
        <span className="muted">{t('transfer.percent', { percent: Math.round(share * 100) })}</span>
      </p>
      <ProgressBar share={share} />
    </div>
  );
}

/** Shows the new tokens of programs, once. */
function TokensDialog({ tokens, onClose }: { tokens: DeviceResult['tokens']; onClose(): void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Modal
      title={t('transfer.tokens')}
      onClose={onClose}
      footer={<Button label={t('action.done')} autoFocus onClick={onClose} />}
    >
      <p className={remotes.explained}>{t('transfer.tokensOnce')}</p>
      <ul className={list.list}>
        {tokens.map(({ name, scope, token }) => (
          <li key={`${name} ${scope}`} className={list.line}>
            <span className={list.words}>
              <b className="clip">{name}</b>
              <code className={remotes.code}>{token}</code>
            </span>
            <Button
              look="outlined"
              icon="copy"
              ariaLabel={t('transfer.copyToken', { name })}
              onClick={() => void copy(token)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
