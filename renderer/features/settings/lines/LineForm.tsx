import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { CheckControl, PasswordControl, SelectControl, TextControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import { lineKinds, lineSchema, type ShownLine } from '#shared/contract/connection.ts';
import {
  type Address,
  addressesOf,
  isAddress,
  isSetOf,
  removalOf,
  type Secret,
  secretOf,
} from './lineValues.ts';

const needed: readonly Address[] = ['webUrl', 'wsUrl'];

/** The kind of a line and the addresses that this kind uses, as fields of a form that has lines by their ids. */
export function LineForm({ line }: { line: ShownLine }) {
  const { id } = line;
  const { t } = useTranslation();
  const { methods } = useGroup();
  const kind = lineSchema.shape.kind.parse(useWatch({ control: methods.control, name: `${id}.kind` }));
  const secret = secretOf[kind];
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
        >
          <TextControl type="url" />
        </FormField>
      ))}
      {secret !== null && <SecretFields line={line} name={secret} />}
    </fieldset>
  );
}

/** A secret of a line. One that is saved cannot be looked at; it can be replaced or removed. */
function SecretFields({ line, name }: { line: ShownLine; name: Secret }) {
  const { t } = useTranslation();
  const onDesktop = useRingside().platform.kind === 'desktop';
  const isSet = line[isSetOf[name]];
  const hint = name === 'relayToken' && t(onDesktop ? 'line.relayTokenHint' : 'line.relayTokenHintWeb');
  return (
    <>
      <FormField
        name={`${line.id}.${name}`}
        label={t(`line.${name}`)}
        validate={(value) =>
          lineSchema.shape[name].safeParse(value).success ? null : t('line.secretProblem')
        }
        help={isSet ? t('line.secretKept') : hint}
      >
        <PasswordControl {...(isSet ? { placeholder: t('line.secretSet') } : {})} />
      </FormField>
      {isSet && (
        <FormField name={`${line.id}.${removalOf[name]}`} label={t('line.secretRemove')}>
          <CheckControl text={t('line.secretRemoveText')} />
        </FormField>
      )}
    </>
  );
}
