import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import type { DataOf } from '#renderer/data/api/client.ts';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import { signInPath } from '#renderer/data/paths.ts';
import { useApiMutation, useProfile } from '#renderer/data/queries/apiQueries.ts';
import { FormFoot, FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { PhoneField } from '#renderer/kit/form/PhoneField.tsx';
import { languageNames } from '#renderer/kit/i18n/i18n.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { PortraitIcon, portraits } from '#renderer/kit/icons/drawings.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { PictureChoice } from '#renderer/kit/ui/Choices.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Skeleton } from '#renderer/kit/ui/placeholders.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';
import { usernameSchema } from '#shared/contract/api/fields.ts';
import { portraitStore } from './AccountPortrait.tsx';
import { NoPassword } from './NoPassword.tsx';
import styles from './profile.module.css';

/** The signed-in account's page. */
export default function UserInfoPage() {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('account.info')}
      body="padded"
      actions={
        <>
          <Link className="link" to="/password/change">
            {t('web-100015')}
          </Link>
          <SwitchAccount back="/home/info" />
        </>
      }
    >
      <ProfileSheet />
    </Panel>
  );
}

/** Signs out and opens the sign-in for another account, which leads back to `back`. Asks first. */
export function SwitchAccount({ back }: { back: string }) {
  const { t } = useTranslation();
  const { asks, session } = usePage();
  const navigate = useNavigate();
  const username = useSession((state) => state.user?.username ?? '');
  const change = async () => {
    const sure = await asks.getState().ask({
      title: { key: 'account.switch.title' },
      text: { key: 'account.switch.text', params: { username } },
      confirm: { key: 'account.switch' },
    });
    if (!sure) return;
    await session.signOut();
    await navigate(signInPath(back));
  };
  return (
    <Button
      small
      look="outlined"
      icon="arrow-right-arrow-left"
      label={t('account.switch')}
      onClick={() => void change()}
    />
  );
}

type Profile = DataOf<(typeof accountCalls)['profile']>;

/** The account's facts, its picture, and the form that changes its profile. */
export function ProfileSheet() {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  const { data: profile } = useProfile();
  if (profile === undefined) return <Skeleton className={styles.wait} />;
  return (
    <div className={styles.sheet}>
      <NoPassword />
      <dl className={styles.facts}>
        <dt>{t('account.email')}</dt>
        <dd>{profile.email}</dd>
        <dt>{t('account.profile.roles')}</dt>
        <dd>{profile.roles.map((role) => text({ key: role.title })).join(' · ') || '–'}</dd>
        <dt>{t('account.profile.since')}</dt>
        <dd>{when(profile.createdAt)}</dd>
        <dt>{t('account.profile.portrait')}</dt>
        <dd>
          <PortraitChoice />
        </dd>
      </dl>
      <ProfileForm profile={profile} />
    </div>
  );
}

/** Chooses the picture beside the account's name on this device. */
function PortraitChoice() {
  const { t } = useTranslation();
  const chosen = useStore(portraitStore, (state) => state.portrait);
  const choose = useStore(portraitStore, (state) => state.choose);
  return (
    <PictureChoice
      label={t('account.profile.portrait')}
      value={chosen}
      options={portraits.map((portrait) => ({
        value: portrait,
        label: t(`account.profile.portrait.${portrait}`),
        picture: (
          <span className={styles.portrait}>
            <PortraitIcon portrait={portrait} size={28} />
          </span>
        ),
      }))}
      onChange={choose}
    />
  );
}

/** Name, phone number, language of mails and time zone. */
function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const update = useApiMutation(accountCalls.updateProfile);
  const zones = ['', ...Intl.supportedValuesOf('timeZone')];
  return (
    <FormGroup
      name="profile"
      twoColumns
      values={{
        username: profile.username,
        phone: profile.phone,
        language: profile.language ?? '',
        timeZone: profile.timeZone ?? '',
      }}
      onSubmit={async ({ username, phone, language, timeZone }) => {
        const chosen = languageNames.find(({ value }) => value === language)?.value ?? null;
        const body = { username, phone, language: chosen, timeZone: timeZone === '' ? null : timeZone };
        await update.mutateAsync({ body });
      }}
    >
      <TextField
        name="username"
        label={t('account.profile.username')}
        required
        schema={usernameSchema}
        autoComplete="nickname"
      />
      <PhoneField />
      <SelectField
        name="language"
        label={t('account.profile.language')}
        kind="select"
        help={t('account.profile.languageHint')}
        options={[{ value: '', label: t('account.profile.asDevice') }, ...languageNames]}
      />
      <SelectField
        name="timeZone"
        label={t('account.profile.timeZone')}
        kind="select"
        options={zones.map((zone) => ({ value: zone, label: zone || t('account.profile.asDevice') }))}
      />
      <FormFoot>
        <Button type="submit" label={t('action.save')} />
      </FormFoot>
    </FormGroup>
  );
}
