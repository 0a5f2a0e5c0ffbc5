import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { passwordStrength } from '#shared/contract/patterns.ts';
import { useGroup } from './formContext.ts';

const bars = ['weak', 'medium', 'strong'] as const;

/** How hard the password of a field is to guess: as many bars as it deserves, and the word. */
export function StrengthMeter({ of: name }: { of: string }) {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const value = String(useWatch({ control: methods.control, name }) ?? '');
  const strength = value === '' ? null : passwordStrength(value);
  const lit = strength === null ? 0 : bars.indexOf(strength) + 1;
  return (
    <span className={`meter meter--${strength ?? 'none'}`} aria-live="polite">
      {bars.map((bar, index) => (
        <span key={bar} className={index < lit ? 'meter__bar meter__bar--on' : 'meter__bar'} />
      ))}
      <span className="meter__word">{strength !== null && t(`account.strength.${strength}`)}</span>
    </span>
  );
}
