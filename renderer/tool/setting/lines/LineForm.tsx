import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Line, lineKinds, lineSchema } from '#shared/contract/connection.ts';
import { useRingside } from '../../../app/hooks.ts';
import { PasswordControl, SelectControl, TextControl } from '../../../form/controls.tsx';
import { FormField } from '../../../form/FormField.tsx';
import { useGroup } from '../../../form/formContext.ts';

import { type Address, addressesOf, isAddress } from './lineValues.ts';

const needed: readonly Address[] = ['webUrl', 'wsUrl'];
const secrets: readonly Address[] = ['signKey', 'relayToken'];

/** The kind of a line and the addresses that this kind uses, as fields of a form that has lines by their ids. */
export function LineForm({ id }: { id: Line['id'] }) {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const onDesktop = useRingside().platform.kind === 'desktop';
  const kind = lineSchema.shape.kind.parse(useWatch({ control: methods.control, name: `${id}.kind` }));
  return (
    <fieldset className="line">
      <legend>{t(`line.${id}`)}</legend>
      <FormField name={`${id}.kind`} label={t('line.kind')} kind="select">
        <SelectControl options={lineKinds.map((value) => ({ value, label: t(`line.kind.${value}`) }))} />
      </FormField>
      {addressesOf[kind].map((name) => (
        <FormField
          key={name}
          name={`${id}.${name}`}
          label={t(`line.${name}`)}
          required={needed.includes(name)}
          emptyText={{ key: 'line.addressProblem' }}
          validate={(value) => (isAddress(name, value) ? null : t('line.addressProblem'))}
          help={name === 'relayToken' && t(onDesktop ? 'line.relayTokenHint' : 'line.relayTokenHintWeb')}
        >
          {secrets.includes(name) ? <PasswordControl /> : <TextControl type="url" />}
        </FormField>
      ))}
    </fieldset>
  );
}
