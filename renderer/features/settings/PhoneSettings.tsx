import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { QrPicture } from '#renderer/kit/ui/QrPicture.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { Problem } from '#shared/contract/error.ts';
import type { Invitation, Phones } from '#shared/contract/phones.ts';
import styles from './phones.module.css';
import { RemovableList } from './RemovableList.tsx';

/** The phones that steer the show: pairs another one, and removes one with an undo instead of a question. */
export function PhoneSettings() {
  const { t } = useTranslation();
  const when = useWhen();
  const { phones: store, attempt } = useRingside();
  const phones = useVanillaStore(store, (state) => state.phones);
  const [pairing, setPairing] = useState<{ first: Invitation | null } | null>(null);
  if (phones === null) return null;
  const pair = async () => {
    if (!phones.open) return setPairing({ first: null });
    const first = await attempt('phones.invite', {});
    if (first !== null) setPairing({ first });
  };
  return (
    <>
      <SettingRow label={t('phones.pair')} hint={t('phones.pairHint')}>
        <Button icon="qrcode" label={t('phones.pair')} onClick={() => void pair()} />
      </SettingRow>
      {phones.phones.length > 0 && (
        <SettingRow label={t('phones.open')} hint={t('phones.openHint')}>
          <Switch
            label={t('phones.openOn')}
            checked={phones.open}
            onChange={(open) => void attempt('phones.setOpen', { open })}
          />
        </SettingRow>
      )}
      <RemovableList
        label={t('phones.list')}
        items={phones.phones}
        icon={() => 'mobile'}
        details={({ connected, usedAt, pairedAt }) => [
          connected ? t('phones.connected') : t('phones.used', { when: when(usedAt) }),
          t('phones.paired', { when: when(pairedAt) }),
        ]}
        words={{
          remove: t('phones.remove'),
          removeOne: (name) => t('phones.removeOne', { name }),
          removed: (name) => t('phones.removed', { name }),
          restore: t('phones.restore'),
        }}
        remove={({ id }) => attempt('phones.revoke', { id })}
        restore={({ id }) => attempt('phones.restore', { id })}
      />
      {pairing !== null && (
        <PairDialog known={phones} first={pairing.first} onClose={() => setPairing(null)} />
      )}
    </>
  );
}

export interface PairDialogProps {
  known: Phones;
  /** The first code; null if the host has not allowed yet that the machine listens on the local network. */
  first: Invitation | null;
  onClose(): void;
}

/** Asks for permission if needed, and shows the code that pairs a phone. Closes by itself when a phone is paired. */
function PairDialog({ known, first, onClose }: PairDialogProps) {
  const { t } = useTranslation();
  const { call, attempt, toasts } = useRingside();
  const problemText = useProblemText();
  const [invitation, setInvitation] = useState(first);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [before] = useState(() => new Set(known.phones.map(({ id }) => id)));
  const invite = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setInvitation(await call('phones.invite', {}));
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  const close = () => {
    if (invitation !== null) void attempt('phones.withdraw', {});
    onClose();
  };
  const fresh = known.phones.find(({ id }) => !before.has(id));
  useEffect(() => {
    if (fresh === undefined) return;
    toasts
      .getState()
      .add({ severity: 'success', summary: { key: 'phones.added', params: { name: fresh.name } } });
    onClose();
  }, [fresh, toasts, onClose]);
  return (
    <Modal
      title={t('phones.pair')}
      onClose={close}
      footer={
        invitation === null && (
          <Button
            icon="qrcode"
            label={t('phones.allow')}
            autoFocus
            busy={busy}
            onClick={() => void invite()}
          />
        )
      }
    >
      {problem !== null && (
        <p className="field__problem" role="alert">
          {problemText(problem)}
        </p>
      )}
      {invitation === null ? (
        <p className={styles.explained}>{t('phones.allowText')}</p>
      ) : (
        <Code key={invitation.until} invitation={invitation} onAgain={() => void invite()} />
      )}
    </Modal>
  );
}

/** The code with its address and the time left. */
function Code({ invitation, onAgain }: { invitation: Invitation; onAgain(): void }) {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(500) + offset;
  const [first = ''] = invitation.links;
  const [link, setLink] = useState(first);
  const left = Math.max(0, invitation.until - now);
  if (left === 0) {
    return (
      <div className={styles.code}>
        <p>{t('phones.expired')}</p>
        <Button icon="refresh" label={t('phones.again')} onClick={onAgain} />
      </div>
    );
  }
  return (
    <div className={styles.code}>
      <QrPicture text={link} label={t('phones.qr')} />
      <p className={styles.explained}>{t('phones.scan')}</p>
      {invitation.links.length > 1 && (
        <Select
          label={t('phones.network')}
          value={link}
          options={invitation.links.map((each) => ({ value: each, label: new URL(each).host }))}
          onChange={setLink}
        />
      )}
      <p className="muted small">
        <span className="num">{new URL(link).host}</span>
        {' · '}
        {t('phones.left', { time: formatDuration(Math.ceil(left / 1000) * 1000) })}
      </p>
    </div>
  );
}
