import { useTranslation } from 'react-i18next';
import type { DataOf } from '#renderer/data/api/types.ts';
import { useApiMutation } from '#renderer/data/queries/apiQueries.ts';
import { SelectControl, TextControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { PhoneField } from '#renderer/kit/form/PhoneField.tsx';
import { languageNames } from '#renderer/kit/i18n/languageNames.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';

type Profile = DataOf<(typeof accountCalls)['profile']>;

/** Name, phone number, language of mails and time zone. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const update = useApiMutation(accountCalls.updateProfile);
  const zones = ['', ...Intl.supportedValuesOf('timeZone')];
  return (
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
        await update.mutateAsync({ body });
      }}
    >
      <FormField name="username" label={t('account.profile.username')} required>
        <TextControl maxLength={40} autoComplete="nickname" />
      </FormField>
      <PhoneField />
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
  );
}
