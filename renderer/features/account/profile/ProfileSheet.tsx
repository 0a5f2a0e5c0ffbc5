import './profile.css';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#renderer/data/queries/apiQueries.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { useWhen } from '#renderer/kit/i18n/useWhen.ts';
import { PortraitChoice } from './PortraitChoice.tsx';
import { ProfileForm } from './ProfileForm.tsx';

/** The account's data and the form that changes it. */
export function ProfileSheet() {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  const { data: profile } = useProfile();
  if (profile === undefined) return <div className="skeleton profile__wait" />;
  return (
    <div className="profile">
      <dl className="profile__facts">
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
