import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNamedSeasons } from '#renderer/data/queries/seasons.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { useControl, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { SwitchField, TextField } from '#renderer/kit/form/fields.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import {
  MOST_HEADING,
  rankingItems,
  rankingSpans,
  rankingSubjects,
  widgetLimits,
} from '#shared/contract/overlay/widget.ts';
import { namedSeasonSchema } from '#shared/contract/season.ts';
import { ListField, SeveralField, WholeNumberField } from '../fields.tsx';
import styles from '../OptionsForm.module.css';
import { TurnField } from './TurnField.tsx';
import { isCalendar, useZone } from './zone.ts';

/** The options of a ranking: its one or two pages, and the seconds between them. */
export function RankingFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const [hasB, spanA, spanB] = useWatch({ control: methods.control, name: ['hasB', 'a.span', 'b.span'] });
  const zone = useZone(isCalendar(spanA) || (hasB === true && isCalendar(spanB)));
  return (
    <>
      <fieldset className={styles.page}>
        <legend>{t('widgets.pageA')}</legend>
        <RankingPage name="a" span={spanA} zone={zone} />
      </fieldset>
      <SwitchField name="hasB" label={t('widgets.hasB')} help={t('widgets.hasB.help')} />
      {hasB === true && (
        <>
          <fieldset className={styles.page}>
            <legend>{t('widgets.pageB')}</legend>
            <RankingPage name="b" span={spanB} zone={zone} />
          </fieldset>
          <TurnField />
        </>
      )}
    </>
  );
}

interface RankingPageProps {
  name: 'a' | 'b';
  span: unknown;
  zone: string;
}

function RankingPage({ name, span, zone }: RankingPageProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <TextField
        name={`${name}.name`}
        label={t('widgets.rankingName')}
        maxLength={MOST_HEADING}
        placeholder={t('widgets.rankingName.empty')}
      />
      <ListField
        name={`${name}.subject`}
        label={t('widgets.subject')}
        group="subject"
        values={rankingSubjects}
      />
      <ListField
        name={`${name}.span`}
        label={t('widgets.span')}
        help={isCalendar(span) ? t('widgets.ranking.period', { zone }) : undefined}
        group="span"
        values={rankingSpans}
      />
      {span === 'season' && (
        <Field
          name={`${name}.season`}
          label={t('widgets.season')}
          required
          asterisk="none"
          emptyText={{ key: 'widgets.season.required' }}
        >
          <SeasonControl />
        </Field>
      )}
      <WholeNumberField
        name={`${name}.top`}
        label={t('widgets.top')}
        limits={widgetLimits.rankingTop}
        slider
      />
      <div className={styles.wide}>
        <SeveralField
          name={`${name}.content`}
          label={t('widgets.content')}
          group="item"
          values={rankingItems}
        />
      </div>
    </div>
  );
}

/** One of the seasons that the host has named. A season that was deleted since stays chosen. */
function SeasonControl() {
  const { t } = useTranslation();
  const { id, value, onChange, describedBy, disabled } = useControl();
  const known = useNamedSeasons();
  const parsed = namedSeasonSchema.safeParse(value);
  const chosen = parsed.success ? parsed.data : null;
  const seasons = [...(known ?? [])];
  if (chosen !== null && !seasons.some((season) => season.id === chosen.id)) seasons.push(chosen);
  if (known !== undefined && seasons.length === 0) return <p className="muted">{t('widgets.season.none')}</p>;
  return (
    <Select
      id={id}
      label={t('widgets.season')}
      describedBy={describedBy}
      disabled={disabled}
      value={chosen?.id ?? ''}
      options={seasons.map((season) => ({ value: season.id, label: season.name }))}
      onChange={(next) => onChange(seasons.find((season) => season.id === next) ?? null)}
    />
  );
}
