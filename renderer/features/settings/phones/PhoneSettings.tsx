import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { Invitation, Phone } from '#shared/contract/phones.ts';
import { PairDialog } from './PairDialog.tsx';
import styles from './phones.module.css';

/** The phones that steer the show: pairs another one, and removes one with an undo instead of a question. */
export function PhoneSettings() {
  const { t } = useTranslation();
  const { phones: store, attempt } = useRingside();
  const phones = useVanillaStore(store, (state) => state.phones);
  const [pairing, setPairing] = useState<{ first: Invitation | null } | null>(null);
  const [removed, setRemoved] = useState<Phone | null>(null);
  if (phones === null) return null;
  const pair = async () => {
    if (!phones.open) return setPairing({ first: null });
    const first = await attempt('phones.invite', {});
    if (first !== null) setPairing({ first });
  };
  const remove = async (phone: Phone) => {
    if ((await attempt('phones.revoke', { id: phone.id })) !== null) setRemoved(phone);
  };
  const restore = async ({ id }: Phone) => {
    if ((await attempt('phones.restore', { id })) !== null) setRemoved(null);
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
      <ul className={styles.list} aria-label={t('phones.list')}>
        {phones.phones.map((phone) => (
          <PhoneLine key={phone.id} phone={phone} onRemove={() => void remove(phone)} />
        ))}
      </ul>
      {removed !== null && (
        <p className={styles.removed} role="status">
          <span className="spread">{t('phones.removed', { name: removed.name })}</span>
          <Button
            small
            look="outlined"
            icon="undo"
            label={t('phones.restore')}
            onClick={() => void restore(removed)}
          />
        </p>
      )}
      {pairing !== null && (
        <PairDialog known={phones} first={pairing.first} onClose={() => setPairing(null)} />
      )}
    </>
  );
}

function PhoneLine({ phone, onRemove }: { phone: Phone; onRemove(): void }) {
  const { t } = useTranslation();
  const when = useWhen();
  return (
    <li className={styles.phone}>
      <i className="pi pi-mobile" aria-hidden="true" />
      <span className={styles.words}>
        <b className="clip">{phone.name}</b>
        <span className="muted small">
          {phone.connected ? t('phones.connected') : t('phones.used', { when: when(phone.usedAt) })}
          {' · '}
          {t('phones.paired', { when: when(phone.pairedAt) })}
        </span>
      </span>
      <Button
        small
        danger
        look="outlined"
        label={t('phones.remove')}
        ariaLabel={t('phones.removeOne', { name: phone.name })}
        onClick={onRemove}
      />
    </li>
  );
}
