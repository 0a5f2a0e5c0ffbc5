import { useTranslation } from 'react-i18next';
import { phoneSchema } from '#shared/contract/api/fields.ts';
import { TextField } from './fields.tsx';

/** An optional phone number of any country. `foreign` turns autocomplete off for another person's number. */
export function PhoneField({ foreign = false }: { foreign?: boolean }) {
  const { t } = useTranslation();
  return (
    <TextField
      name="phone"
      label={t('account.profile.phone')}
      schema={phoneSchema}
      help={t('account.profile.optional')}
      type="tel"
      inputMode="tel"
      autoComplete={foreign ? 'off' : 'tel'}
    />
  );
}
