import './profile.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { accountCalls } from '#shared/contract/api/account.ts';
import { useData } from '../../api/useData.ts';
import { usePage } from '../../app/hooks.ts';
import { SelectControl, TextControl } from '../../form/controls.tsx';
import { FormField } from '../../form/FormField.tsx';
import { FormGroup } from '../../form/FormGroup.tsx';
import { languageNames } from '../../i18n/languageNames.ts';
import { useText } from '../../i18n/useText.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useWhen } from '../useWhen.ts';
import { PortraitChoice } from './PortraitChoice.tsx';

type Profile = z.output<(typeof accountCalls)['profile']['data']>;

/** The own account: who it is, and what of it can be changed. */
export default function UserInfoPage() {
  const { t } = useTranslation();
  const { data } = useData(accountCalls.profile, {});
  return (
    <Panel
      title={t('account.info')}
      body="padded"
      actions={
        <Link className="link" to="/password/change">
          {t('web-100015')}
        </Link>
      }
    >
      {data === null ? <div className="skeleton profile__wait" /> : <Sheet profile={data} />}
    </Panel>
  );
}

function Sheet({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  const { api, session } = usePage();
  const zones = ['', ...Intl.supportedValuesOf('timeZone')];
  return (
    <div className="profile">
      <dl className="profile__facts">
        <dt>{t('account.email')}</dt>
        <dd>{profile.email}</dd>
        <dt>{t('account.profile.roles')}</dt>
        <dd>
          {profile.roles.length === 0
            ? '–'
            : profile.roles.map((role) => text({ key: role.title })).join(' · ')}
        </dd>
        <dt>{t('account.profile.since')}</dt>
        <dd>{when(profile.createdAt)}</dd>
        <dt>{t('account.profile.portrait')}</dt>
        <dd>
          <PortraitChoice />
        </dd>
      </dl>
      <FormGroup
        name="profile"
        className="form--two"
        values={{
          username: profile.username,
          phone: profile.phone,
          language: profile.language ?? '',
          timeZone: profile.timeZone ?? '',
        }}
        onSubmit={async ({ username, phone, language, timeZone }) => {
          const chosen = languageNames.find(({ value }) => value === language)?.value ?? null;
          const body = { username, phone, language: chosen, timeZone: timeZone === '' ? null : timeZone };
          await api.call(accountCalls.updateProfile, { body }, { announce: true });
          await session.reloadInfo();
        }}
      >
        <FormField name="username" label={t('account.profile.username')} required>
          <TextControl maxLength={40} autoComplete="nickname" />
        </FormField>
        <FormField
          name="phone"
          label={t('account.profile.phone')}
          rule="anyPhone"
          ruleText={{ key: 'api.field.phone' }}
          help={t('account.profile.optional')}
        >
          <TextControl type="tel" inputMode="tel" autoComplete="tel" maxLength={24} />
        </FormField>
        <FormField
          name="language"
          label={t('account.profile.language')}
          kind="select"
          help={t('account.profile.languageHint')}
        >
          <SelectControl options={[{ value: '', label: t('account.profile.asDevice') }, ...languageNames]} />
        </FormField>
        <FormField name="timeZone" label={t('account.profile.timeZone')} kind="select">
          <SelectControl
            options={zones.map((zone) => ({ value: zone, label: zone || t('account.profile.asDevice') }))}
          />
        </FormField>
        <div className="form__foot form__wide">
          <Button type="submit" label={t('action.save')} />
        </div>
      </FormGroup>
    </div>
  );
}
