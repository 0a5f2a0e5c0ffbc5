import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useSettings } from '#renderer/data/hooks.ts';
import { phaseHealth } from '#renderer/data/show/phaseHealth.ts';
import { languageNames } from '#renderer/kit/i18n/languageNames.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { Language } from '#shared/contract/language.ts';
import styles from './Remote.module.css';
import { canVibrate } from './useVibration.ts';

/** The room and its line, and the menu with everything else. */
export function RemoteHead({ menu }: { menu: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const username = useConnection((state) => state.room?.username ?? '');
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const linked = useConnection((state) => state.link.phase === 'open');
  return (
    <header className={styles.head}>
      <b className="clip">
        {rehearsal ? t('bar.rehearsal') : username === '' ? t('bar.noRoom') : `@${username}`}
      </b>
      <span className={styles.line} role="status">
        <span className={`dot dot--${linked ? phaseHealth[phase] : 'bad'}`} aria-hidden="true" />
        <span className="clip">{linked ? t(`phase.${phase}`) : t('bar.noBackstage')}</span>
      </span>
      <Button look="text" icon="bars" ariaLabel={t('remote.menu')} onClick={() => setOpen(true)} />
      {open && (
        <Modal title={t('remote.menu')} onClose={() => setOpen(false)}>
          <div className={styles.menu}>
            {menu}
            <PhoneSettings />
          </div>
        </Modal>
      )}
    </header>
  );
}

/** The settings that matter on a phone. */
function PhoneSettings() {
  const { t } = useTranslation();
  const dark = useSettings((state) => state.dark);
  const vibrates = useSettings((state) => state.vibrates);
  const language = useSettings((state) => state.language);
  const set = useSettings((state) => state.set);
  const setLanguage = useSettings((state) => state.setLanguage);
  return (
    <>
      {canVibrate() && (
        <Switch label={t('remote.vibrates')} checked={vibrates} onChange={(on) => set({ vibrates: on })} />
      )}
      <Switch label={t('remote.dark')} checked={dark} onChange={(on) => set({ dark: on })} />
      <Select<Language>
        label={t('setting.language')}
        value={language}
        options={languageNames}
        onChange={setLanguage}
      />
    </>
  );
}
