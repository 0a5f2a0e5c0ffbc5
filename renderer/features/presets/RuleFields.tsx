import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField, SelectField } from '#renderer/kit/form/fields.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import {
  isUsed,
  type RuleField,
  type RuleSection,
  ruleDefault,
  ruleValue,
  withRule,
} from './ruleSections.ts';

export interface RuleFieldsProps {
  section: RuleSection;
  draft: PresetDraft;
  problemAt(path: string): Problem | undefined;
  onChange(draft: PresetDraft): void;
}

/** The fields of one section of rules, each with its default, its limits and a help text. */
export function RuleFields({ section, draft, problemAt, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  const unused = section.fields.filter((field) => !isUsed(field, section, draft.mode));
  const note = <p className="muted small">{t('presetEditor.unused', { mode: t(`mode.${draft.mode}`) })}</p>;
  // If the mode uses only some of the rules, list them first and put the note above the unused ones.
  const used = section.fields.filter((field) => !unused.includes(field));
  return (
    <>
      {used.length > 0 && <Rules fields={used} draft={draft} problemAt={problemAt} onChange={onChange} />}
      {unused.length > 0 && note}
      {unused.length > 0 && <Rules fields={unused} draft={draft} problemAt={problemAt} onChange={onChange} />}
    </>
  );
}

type RulesProps = Omit<RuleFieldsProps, 'section'> & { fields: readonly RuleField[] };

function Rules({ fields, draft, problemAt, onChange }: RulesProps) {
  return (
    <div className="rules">
      {fields.map((field) => (
        <Rule
          key={`${field.group}.${field.name}`}
          field={field}
          draft={draft}
          problem={problemAt(`${field.group}.${field.name}`)}
          onChange={(value) => onChange(withRule(draft, field, value))}
        />
      ))}
    </div>
  );
}

interface RuleProps {
  field: RuleField;
  draft: PresetDraft;
  problem: Problem | undefined;
  onChange(value: string | number | boolean): void;
}

function Rule({ field, draft, problem, onChange }: RuleProps) {
  const { t } = useTranslation();
  const text = useText();
  const { number } = useFormat();
  const id = useId();
  const key = `presetEditor.rule.${field.group}.${field.name}`;
  const label = text({ key });
  const value = ruleValue(draft, field);
  const fallback = ruleDefault(field);
  const help = text({ key: `${key}.help` });
  switch (field.kind) {
    case 'switch':
      return (
        <div className="rule">
          <Switch label={label} checked={value === true} describedBy={id} onChange={onChange} />
          <span id={id} className="muted small">
            {withLimits(help, t(fallback === true ? 'presetEditor.defaultOn' : 'presetEditor.defaultOff'))}
          </span>
        </div>
      );
    case 'choice': {
      const word = (option: string) => text({ key: `${key}.${option}` });
      return (
        <SelectField
          className="rule"
          label={label}
          help={withLimits(help, t('presetEditor.default', { value: word(String(fallback)) }))}
          value={String(value)}
          options={field.options.map((option) => ({ value: option, label: word(option) }))}
          onChange={onChange}
        />
      );
    }
    case 'number': {
      const scale = field.unit === 'times' ? 10 : 1;
      const shown = (each: number) => (scale === 1 ? number(each) : String(each / scale));
      const limits = t('presetEditor.limits', {
        min: shown(field.min),
        max: shown(field.max),
        value: shown(Number(fallback)),
      });
      return (
        <NumberField
          className="rule"
          label={t('presetEditor.withUnit', { label, unit: t(`presetEditor.unit.${field.unit}`) })}
          help={withLimits(help, limits)}
          value={Number(value) / scale}
          digits={scale === 1 ? 0 : 1}
          problem={problem}
          onChange={(next) => onChange(Math.round((next ?? field.min / scale) * scale))}
        />
      );
    }
  }
}

/** The help text, followed by the default and the limits, which stay together on one line. */
function withLimits(help: string, limits: string): ReactNode {
  return (
    <>
      {help} <span className="rule__limits">{limits}</span>
    </>
  );
}
