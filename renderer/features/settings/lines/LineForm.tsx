import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { CheckField, PasswordField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import { lineKinds, lineSchema, type ShownLine } from '#shared/contract/connection.ts';
import styles from './lines.module.css';
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

/** The form fields of one line: its kind, and the addresses and the secret of that kind. */
export function LineForm({ line }: { line: ShownLine }) {
  const { id } = line;
  const { t } = useTranslation();
  const { methods } = useGroup();
  const page = useVanillaStore(useRingside().lines, (state) => state.page);
  const kind = lineSchema.shape.kind.parse(useWatch({ control: methods.control, name: `${id}.kind` }));
  const secret = secretOf[kind];
  // Two automatic lines would use the same way.
  const kinds = lineKinds.filter((value) => value !== 'auto' || id === 'line1' || kind === 'auto');
  const pageHelp = kind === 'page' || page === 'noBrowser' ? t(`line.page.${page}`) : false;
  const kindHelp = kind === 'auto' ? t('line.autoHint') : pageHelp;
  return (
    <fieldset className={styles.line}>
      <legend>{t(`line.${id}`)}</legend>
      <SelectField
        name={`${id}.kind`}
        label={t('line.kind')}
        kind="select"
        help={kindHelp}
        options={kinds.map((value) => ({
          value,
          label: t(`line.kind.${value}`),
          disabled: value === 'page' && page !== 'ready' && kind !== 'page',
        }))}
      />
      {addressesOf[kind].map((name) => (
        <TextField
          key={name}
          name={`${id}.${name}`}
          label={t(`line.${name}`)}
          required={needed.includes(name)}
          emptyText={{ key: 'line.addressProblem' }}
          validate={(value) => (isAddress(name, value) ? null : t('line.addressProblem'))}
          type="url"
        />
      ))}
      {secret !== null && <SecretFields line={line} name={secret} />}
    </fieldset>
  );
}

/** The field of a line's secret. A saved secret is not shown; it can be replaced or removed. */
function SecretFields({ line, name }: { line: ShownLine; name: Secret }) {
  const { t } = useTranslation();
  const onDesktop = useRingside().platform.kind === 'desktop';
  const isSet = line[isSetOf[name]];
  const hint = name === 'relayToken' && t(onDesktop ? 'line.relayTokenHint' : 'line.relayTokenHintWeb');
  return (
    <>
      <PasswordField
        name={`${line.id}.${name}`}
        label={t(`line.${name}`)}
        validate={(value) =>
          lineSchema.shape[name].safeParse(value).success ? null : t('line.secretProblem')
        }
        help={isSet ? t('line.secretKept') : hint}
        placeholder={isSet ? t('line.secretSet') : undefined}
      />
      {isSet && (
        <CheckField
          name={`${line.id}.${removalOf[name]}`}
          label={t('line.secretRemove')}
          text={t('line.secretRemoveText')}
        />
      )}
    </>
  );
}
