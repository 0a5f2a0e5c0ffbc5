import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usePackOptions } from '#renderer/data/packs.ts';
import { NumberField, SelectField } from '#renderer/kit/form/fields.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import styles from './PresetFields.module.css';
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

/** The fields of one section of rules that the mode uses, each with its default, its limits and a help text. */
export function RuleFields({ section, draft, problemAt, onChange }: RuleFieldsProps) {
  return (
    <div className={styles.rules}>
      {shownFields(section, draft, problemAt).map((field) => (
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

/** The fields of a section that the mode uses, and those with an error, which prevent saving in any mode. */
export function shownFields(
  section: RuleSection,
  draft: PresetDraft,
  problemAt: RuleFieldsProps['problemAt'],
): RuleField[] {
  return section.fields.filter(
    (field) => isUsed(field, section, draft.mode) || problemAt(`${field.group}.${field.name}`) !== undefined,
  );
}

/** Returns a function that lists the rules of a section that differ from their default: 'Length (s): 300'. */
export function useRuleSummary(): (fields: readonly RuleField[], draft: PresetDraft) => string {
  const { t } = useTranslation();
  const text = useText();
  const { number } = useFormat();
  const packOptions = usePackOptions();
  return (fields, draft) => {
    const changed = fields.filter((field) => ruleValue(draft, field) !== ruleDefault(field));
    if (changed.length === 0) return t('presetEditor.standard');
    const shownValue = (field: RuleField, key: string): string => {
      const value = ruleValue(draft, field);
      if (field.kind === 'switch') return t(value === true ? 'presetEditor.on' : 'presetEditor.off');
      if (field.kind === 'choice') {
        const packs = packOptions(field.packs, String(value), t('packs.gone'));
        return packs.find((pack) => pack.value === value)?.label ?? text({ key: `${key}.${value}` });
      }
      const shown = field.unit === 'times' ? String(Number(value) / 10) : number(Number(value));
      return t('presetEditor.measure', { value: shown, unit: t(`presetEditor.unit.${field.unit}`) });
    };
    const rules = changed.map((field) => {
      const key = `presetEditor.rule.${field.group}.${field.name}`;
      return t('presetEditor.is', { label: text({ key }), value: shownValue(field, key) });
    });
    return rules.join(' · ');
  };
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
  const packOptions = usePackOptions();
  const id = useId();
  const key = `presetEditor.rule.${field.group}.${field.name}`;
  const label = text({ key });
  const value = ruleValue(draft, field);
  const fallback = ruleDefault(field);
  const help = text({ key: `${key}.help` });
  switch (field.kind) {
    case 'switch':
      return (
        <div>
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
          label={label}
          help={withLimits(help, t('presetEditor.default', { value: word(String(fallback)) }))}
          value={String(value)}
          options={[
            ...field.options.map((option) => ({ value: option, label: word(option) })),
            ...packOptions(field.packs, String(value), t('packs.gone')),
          ]}
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
      {help} <span className={styles.limits}>{limits}</span>
    </>
  );
}
