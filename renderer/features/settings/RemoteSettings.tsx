import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ChoiceField, TextField } from '#renderer/kit/form/fields.tsx';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { FormEnd, Modal } from '#renderer/kit/ui/Modal.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { useCopy } from '#renderer/kit/ui/useCopy.ts';
import type { Problem } from '#shared/contract/error.ts';
import { type RemoteScope, remoteNameSchema, remoteScopes } from '#shared/contract/remote/token.ts';
import { RemovableList } from './RemovableList.tsx';
import styles from './remotes.module.css';
import { SecretDialog } from './SecretDialog.tsx';

/** The tokens of programs that read or steer the show: makes one, and removes one with an undo. */
export function RemoteSettings() {
  const { t } = useTranslation();
  const when = useWhen();
  const { remotes: store, attempt } = useRingside();
  const remotes = useVanillaStore(store, (state) => state.remotes);
  const copy = useCopy();
  const [making, setMaking] = useState(false);
  if (remotes === null) return null;
  return (
    <>
      <SettingRow label={t('remotes.add')} hint={t('remotes.addHint')}>
        <Button icon="plus" label={t('remotes.add')} onClick={() => setMaking(true)} />
      </SettingRow>
      <SettingRow label={t('remotes.address')}>
        <div className={styles.address}>
          <code className={styles.code}>{remotes.url}</code>
          <Button
            look="outlined"
            icon="copy"
            ariaLabel={t('remotes.copyAddress')}
            onClick={() => void copy(remotes.url)}
          />
        </div>
      </SettingRow>
      <RemovableList
        label={t('remotes.list')}
        items={remotes.remotes}
        icon={({ scope }) => (scope === 'steer' ? 'sliders-h' : 'eye')}
        details={({ scope, usedAt, createdAt }) => [
          t(`remotes.scope.${scope}`),
          usedAt === null ? t('remotes.never') : t('remotes.used', { when: when(usedAt) }),
          t('remotes.created', { when: when(createdAt) }),
        ]}
        words={{
          remove: t('remotes.remove'),
          removeOne: (name) => t('remotes.removeOne', { name }),
          removed: (name) => t('remotes.removed', { name }),
          restore: t('remotes.restore'),
        }}
        remove={({ id }) => attempt('remotes.revoke', { id })}
        restore={({ id }) => attempt('remotes.restore', { id })}
      />
      {making && <MakeDialog onClose={() => setMaking(false)} />}
    </>
  );
}

/** Asks for name and scope, and then shows the token once. */
function MakeDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { call } = useRingside();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const make = async (values: { name: string; scope: RemoteScope }) => {
    setProblem(null);
    try {
      setToken((await call('remotes.create', values)).token);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  if (token !== null)
    return (
      <SecretDialog
        title={t('remotes.token')}
        text={t('remotes.once')}
        secret={token}
        copyLabel={t('remotes.copyToken')}
        onClose={onClose}
      />
    );
  const scopes = remoteScopes.map((value) => ({ value, label: t(`remotes.scope.${value}`) }));
  return (
    <Modal title={t('remotes.add')} onClose={onClose}>
      <FormGroup name="remote" values={{ name: '', scope: 'steer' as RemoteScope }} onSubmit={make}>
        <TextField
          name="name"
          label={t('remotes.name')}
          help={t('remotes.nameHint')}
          schema={remoteNameSchema}
          required
          autoFocus
        />
        <ChoiceField name="scope" label={t('remotes.scope')} options={scopes} />
        <FormEnd problem={problem} submit={t('remotes.make')} onClose={onClose} />
      </FormGroup>
    </Modal>
  );
}
