import { useTranslation } from 'react-i18next';
import type { DataOf } from '#renderer/data/api/types.ts';
import { useApiMutation } from '#renderer/data/queries/apiQueries.ts';
import { FormFoot, FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { SelectField, TextField } from '#renderer/kit/form/fields.tsx';
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
        maxLength={40}
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
