import { InputText } from 'primereact/inputtext';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Line, lineKinds, lineSchema } from '#shared/contract/connection.ts';
import { useRingside } from '../../../app/hooks.ts';
import { Select } from '../../../ui/Select.tsx';

const addressesOf: Record<Line['kind'], readonly (keyof Line)[]> = {
  direct: ['webUrl', 'wsUrl'],
  signed: ['webUrl', 'signUrl', 'signKey'],
  relay: ['relayUrl', 'relayToken'],
};
const secrets: readonly (keyof Line)[] = ['signKey', 'relayToken'];

/** The kind of a line and the addresses that this kind uses. */
export function LineForm({ line, onChange }: { line: Line; onChange(line: Line): void }) {
  const { t } = useTranslation();
  const id = useId();
  const tokenHint =
    useRingside().platform.kind === 'desktop' ? 'line.relayTokenHint' : 'line.relayTokenHintWeb';
  const parsed = lineSchema.safeParse(line);
  const broken = new Set(parsed.success ? [] : parsed.error.issues.map((issue) => String(issue.path[0])));
  return (
    <fieldset className="line">
      <legend>{t(`line.${line.id}`)}</legend>
      <div className="field">
        <label className="field__label" htmlFor={`${id}kind`}>
          {t('line.kind')}
        </label>
        <Select
          inputId={`${id}kind`}
          ariaLabel={t('line.kind')}
          value={line.kind}
          options={lineKinds.map((kind) => ({ value: kind, label: t(`line.kind.${kind}`) }))}
          onChange={(kind) => onChange({ ...line, kind })}
        />
      </div>
      {addressesOf[line.kind].map((name) => (
        <div key={name} className="field">
          <label className="field__label" htmlFor={id + name}>
            {t(`line.${name}` as 'line.webUrl')}
          </label>
          <InputText
            id={id + name}
            type={secrets.includes(name) ? 'password' : 'text'}
            value={line[name] ?? ''}
            invalid={broken.has(name)}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...line, [name]: event.target.value.trim() })}
          />
          {name === 'relayToken' && <span className="muted small">{t(tokenHint)}</span>}
          {broken.has(name) && <span className="field__problem">{t('line.addressProblem')}</span>}
        </div>
      ))}
    </fieldset>
  );
}
