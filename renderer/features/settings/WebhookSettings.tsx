import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ManyField, NumberField, SwitchField, TextField } from '#renderer/kit/form/fields.tsx';
import { sentences } from '#renderer/kit/i18n/sentences.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { FormEnd, Modal } from '#renderer/kit/ui/Modal.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import type { Problem } from '#shared/contract/error.ts';
import {
  type Hook,
  type HookDelivery,
  type HookDraft,
  type HookEvent,
  hookAddressSchema,
  hookEvents,
} from '#shared/contract/webhooks.ts';
import { SecretDialog } from './SecretDialog.tsx';
import styles from './webhooks.module.css';

/** The addresses that get events of shows: adds, changes, tests and deletes them, and lists the last deliveries. */
export function WebhookSettings() {
  const { t } = useTranslation();
  const { webhooks: store } = useRingside();
  const webhooks = useVanillaStore(store, (state) => state.webhooks);
  const [editing, setEditing] = useState<Hook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  if (webhooks === null) return null;
  return (
    <>
      <SettingRow label={t('webhooks.add')} hint={t('webhooks.addHint')}>
        <Button icon="plus" label={t('webhooks.add')} onClick={() => setEditing('new')} />
      </SettingRow>
      <ul className={styles.list} aria-label={t('webhooks.list')}>
        {webhooks.hooks.map((hook) => (
          <HookLine key={hook.id} hook={hook} onEdit={() => setEditing(hook)} />
        ))}
      </ul>
      {editing !== null && (
        <EditDialog
          hook={editing === 'new' ? null : editing}
          needsHttps={webhooks.needsHttps}
          onSecret={setSecret}
          onClose={() => setEditing(null)}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t('webhooks.secret')}
          text={t('webhooks.once')}
          secret={secret}
          copyLabel={t('webhooks.copySecret')}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function HookLine({ hook, onEdit }: { hook: Hook; onEdit(): void }) {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const when = useWhen();
  const problemText = useProblemText();
  const [testing, setTesting] = useState(false);
  const { id, address, events, on, waiting, deliveries } = hook;
  const test = async () => {
    setTesting(true);
    await attempt('webhooks.test', { id });
    setTesting(false);
  };
  return (
    <li className={styles.hook}>
      <div className={styles.line}>
        <i className={`pi pi-${on ? 'send' : 'pause'}`} aria-hidden="true" />
        <span className={styles.words}>
          <b className={styles.address}>{address}</b>
          <span className="muted small">
            {on ? events.map((event) => t(`webhooks.event.${event}`)).join(' · ') : t('webhooks.off')}
          </span>
        </span>
        <span className="row">
          <Button
            small
            look="outlined"
            label={t('webhooks.test')}
            ariaLabel={t('webhooks.testOne', { address })}
            busy={testing}
            onClick={() => void test()}
          />
          <Button
            small
            look="outlined"
            label={t('webhooks.edit')}
            ariaLabel={t('webhooks.editOne', { address })}
            onClick={onEdit}
          />
        </span>
      </div>
      {waiting !== null && (
        <div className={`banner banner--warn ${styles.waiting}`} role="status">
          <i className="pi pi-clock" aria-hidden="true" />
          <span className="spread">
            {sentences(
              problemText(waiting.problem),
              t('webhooks.waiting', {
                event: t(`webhooks.event.${waiting.type}`),
                when: when(waiting.next),
              }),
            )}
          </span>
          <Button
            small
            look="outlined"
            label={t('webhooks.retry')}
            onClick={() => void attempt('webhooks.retry', { id })}
          />
        </div>
      )}
      <details className={styles.deliveries}>
        <summary>{t('webhooks.deliveries')}</summary>
        {deliveries.length === 0 && <p className="muted small">{t('webhooks.nothing')}</p>}
        <ul aria-label={t('webhooks.deliveries')}>
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} hookId={id} delivery={delivery} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function DeliveryLine({ hookId, delivery }: { hookId: string; delivery: HookDelivery }) {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const when = useWhen();
  const problemText = useProblemText();
  const [sending, setSending] = useState(false);
  const { id, type, at, attempts, problem } = delivery;
  const event = t(`webhooks.event.${type}`);
  const again = async () => {
    setSending(true);
    await attempt('webhooks.again', { id: hookId, deliveryId: id });
    setSending(false);
  };
  return (
    <li className={styles.line}>
      <i className={`pi pi-${problem === null ? 'check' : 'times'}`} aria-hidden="true" />
      <span className={styles.words}>
        <span>{event}</span>
        <span className={problem === null ? 'muted small' : `small ${styles.failed}`}>
          {problem === null ? t('webhooks.delivered') : problemText(problem)}
          {' · '}
          {when(at)}
          {attempts > 1 && ` · ${t('webhooks.attempts', { count: attempts })}`}
        </span>
      </span>
      <Button
        small
        look="outlined"
        label={t('webhooks.again')}
        ariaLabel={t('webhooks.againOne', { event })}
        busy={sending}
        onClick={() => void again()}
      />
    </li>
  );
}

interface EditProps {
  /** Null for a new webhook. */
  hook: Hook | null;
  needsHttps: boolean;
  onSecret(secret: string): void;
  onClose(): void;
}

const newDraft: HookDraft = {
  address: '',
  events: [...hookEvents],
  minDiamonds: 1000,
  rehearsals: false,
  on: true,
};

function EditDialog({ hook, needsHttps, onSecret, onClose }: EditProps) {
  const { t } = useTranslation();
  const { asks, attempt, call } = useRingside();
  const [problem, setProblem] = useState<Problem | null>(null);
  const options = hookEvents.map((value) => ({ value, label: t(`webhooks.event.${value}`) }));
  const { address, events, minDiamonds, rehearsals, on } = hook ?? newDraft;
  const save = async (draft: Omit<HookDraft, 'events'> & { events: readonly string[] }) => {
    setProblem(null);
    const isChosen = (event: HookEvent) => draft.events.includes(event);
    const chosen = { ...draft, address: draft.address.trim(), events: hookEvents.filter(isChosen) };
    try {
      if (hook === null) onSecret((await call('webhooks.create', { draft: chosen })).secret);
      else await call('webhooks.save', { id: hook.id, draft: chosen });
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  const renew = async (id: string) => {
    const renewed = await attempt('webhooks.renew', { id });
    if (renewed === null) return;
    onSecret(renewed.secret);
    onClose();
  };
  const remove = async (id: string) => {
    const sure = await asks.getState().ask({
      title: { key: 'webhooks.delete' },
      text: { key: 'webhooks.deleteAsk', params: { address } },
      confirm: { key: 'webhooks.delete' },
      danger: true,
    });
    if (sure && (await attempt('webhooks.delete', { id })) !== null) onClose();
  };
  const checkAddress = (value: string) => {
    if (!hookAddressSchema.safeParse(value).success) return t('error.webhook.address');
    return needsHttps && !/^\s*https:/i.test(value) ? t('error.webhook.needsHttps') : null;
  };
  return (
    <Modal title={hook === null ? t('webhooks.add') : t('webhooks.title')} onClose={onClose}>
      <FormGroup
        name="webhook"
        values={{ address, events: [...events], minDiamonds, rehearsals, on }}
        onSubmit={save}
      >
        <TextField
          name="address"
          label={t('webhooks.address')}
          help={t('webhooks.addressHint')}
          validate={checkAddress}
          required
          autoFocus
        />
        <ManyField
          name="events"
          label={t('webhooks.events')}
          options={options}
          emptyText={{ key: 'webhooks.eventsRequired' }}
          required
        />
        <NumberField
          name="minDiamonds"
          label={t('webhooks.minDiamonds')}
          help={t('webhooks.minDiamondsHint')}
          min={1}
          max={1_000_000}
          clamp
          required
        />
        <SwitchField name="rehearsals" label={t('webhooks.rehearsals')} />
        {hook !== null && <SwitchField name="on" label={t('webhooks.on')} />}
        {hook !== null && (
          <div className={styles.more}>
            <Button
              small
              look="outlined"
              icon="refresh"
              label={t('webhooks.renew')}
              onClick={() => void renew(hook.id)}
            />
            <span className="muted small spread">{t('webhooks.renewHint')}</span>
            <Button
              small
              danger
              look="outlined"
              icon="trash"
              label={t('webhooks.delete')}
              onClick={() => void remove(hook.id)}
            />
          </div>
        )}
        <FormEnd
          problem={problem}
          submit={hook === null ? t('webhooks.make') : t('webhooks.save')}
          onClose={onClose}
        />
      </FormGroup>
    </Modal>
  );
}
