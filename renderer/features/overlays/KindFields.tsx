import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRingside, useSettings, useShow } from '#renderer/data/hooks.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import { useNamedSeasons } from '#renderer/data/queries/seasons.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { GiftPicker } from '#renderer/features/presets/index.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { useControl, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ChoiceField, SwitchField, TextField } from '#renderer/kit/form/fields.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { Option } from '#renderer/kit/ui/control.ts';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { readPicture } from '#renderer/kit/ui/readPicture.ts';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { pictureSchema } from '#shared/contract/anchors.ts';
import {
  AS_PRESET,
  backgroundSchema,
  bonusStarts,
  effectScenes,
  effectStyles,
  goalMeasures,
  goalSpans,
  lineColours,
  MOST_HEADING,
  rankingItems,
  rankingSpans,
  rankingSubjects,
  type Skin,
  skins,
  totalSpans,
  type WidgetKind,
  widgetLimits,
  workbenchLayouts,
} from '#shared/contract/overlay/widget.ts';
import { giftChoiceSchema } from '#shared/contract/preset.ts';
import { namedSeasonSchema } from '#shared/contract/season.ts';
import { periodKinds } from '#shared/season/period.ts';
import { EffectChoice } from './EffectChoice.tsx';
import {
  HexColourField,
  ListField,
  SegmentsField,
  SeveralField,
  Shown,
  type Switched,
  useChoices,
  WholeNumberField,
} from './fields.tsx';
import styles from './OptionsForm.module.css';
import { pageSize, plainOptions, sampleAddress, useOverlayPage } from './overlayPage.ts';
import { PageFrame } from './PageFrame.tsx';

/** The options of one kind of widget; null for a kind that has none of its own. */
export function KindFields({ kind }: { kind: WidgetKind }) {
  switch (kind) {
    case 'ranking':
      return <RankingFields />;
    case 'pkBar':
      return <Shown names={['showStreaks', 'showShare', 'showAvatars']} />;
    case 'countdown':
      return <Shown names={['showRound', 'showDelay', 'showBreakthrough']} />;
    case 'anchorCards':
      return <Paged names={['showStreak', 'showRank']} />;
    case 'giftGuide':
      return <Paged names={['showGameplay']} />;
    case 'totalVotes':
      return <SpanField />;
    case 'danceQueue':
      return <TopField />;
    case 'recentGifts':
      return <RecentFields />;
    case 'goal':
      return <GoalFields />;
    case 'giftAlert':
      return <AlertFields />;
    case 'timeBonus':
      return <BonusFields />;
    case 'lastWinner':
    case 'thanks':
    case 'scene':
      return null;
    case 'effects':
      return <EffectFields />;
    case 'workbench':
      return <WorkbenchFields />;
  }
}

function Paged({ names }: { names: readonly Switched[] }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.options}>
        <WholeNumberField name="perPage" label={t('widgets.perPage')} limits={widgetLimits.perPage} slider />
        <TurnField />
      </div>
      <Shown names={names} />
    </>
  );
}

function SpanField() {
  const { t } = useTranslation();
  return <SegmentsField name="span" label={t('widgets.span')} group="span" values={totalSpans} />;
}

function TopField() {
  const { t } = useTranslation();
  return <WholeNumberField name="top" label={t('widgets.top')} limits={widgetLimits.top} slider />;
}

function RecentFields() {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <TopField />
      <WholeNumberField
        name="minDiamonds"
        label={t('widgets.minDiamonds')}
        help={t('widgets.minDiamonds.help')}
        limits={widgetLimits.minDiamonds}
      />
    </div>
  );
}

function AlertFields() {
  const { t } = useTranslation();
  return (
    <>
      <WholeNumberField
        name="minDiamonds"
        label={t('widgets.alertDiamonds')}
        help={t('widgets.alertDiamonds.help')}
        limits={widgetLimits.alertDiamonds}
      />
      <Field group name="picture" label={t('widgets.picture')} help={t('widgets.picture.help')}>
        <PictureControl />
      </Field>
      <Shown names={['showAnchor']} />
    </>
  );
}

/** A picture of the host's own, or none. */
function PictureControl() {
  const { t } = useTranslation();
  const { id, value, onChange } = useControl();
  const { call, showProblem } = useRingside();
  const picture = pictureSchema.safeParse(value).data ?? '';
  const data = usePicture(picture);
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    try {
      onChange((await call('pictures.put', { data: await readPicture(file) })).picture);
    } catch (error) {
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = t('widgets.picture.choose');
  const picker = useFilePicker({
    label: choose,
    accept: 'image/png,image/jpeg,image/webp',
    onFile: (file) => void take(file),
  });
  return (
    <div id={id} className={styles.ownPicture}>
      {data !== '' && <img src={data} alt="" />}
      <Button small look="outlined" icon="image" label={choose} busy={busy} onClick={picker.open} />
      {picture !== '' && (
        <Button
          small
          look="text"
          icon="times"
          ariaLabel={t('widgets.picture.remove')}
          onClick={() => onChange('')}
        />
      )}
      {picker.input}
    </div>
  );
}

/** The rule of a time bonus. `BonusRun` starts and stops it. */
function BonusFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const gift = useWatch({ control: methods.control, name: 'gift' });
  const seconds = { limits: widgetLimits.bonusSeconds, unit: t('presetEditor.unit.seconds') };
  return (
    <div className={styles.options}>
      <TextField
        name="title"
        label={t('widgets.goal.title')}
        maxLength={MOST_HEADING}
        placeholder={t('widgets.kind.timeBonus')}
      />
      <SegmentsField name="start" label={t('widgets.bonus.start')} group="bonusStart" values={bonusStarts} />
      <WholeNumberField name="seconds" label={t('widgets.bonus.seconds')} {...seconds} />
      <WholeNumberField
        name="diamonds"
        label={t('widgets.bonus.diamonds')}
        help={t('widgets.bonus.help')}
        limits={widgetLimits.bonusDiamonds}
      />
      <WholeNumberField name="addSeconds" label={t('widgets.bonus.addSeconds')} {...seconds} />
      <Field group name="gift" label={t('widgets.bonus.gift')}>
        <GiftControl />
      </Field>
      {gift !== null && (
        <WholeNumberField name="giftSeconds" label={t('widgets.bonus.giftSeconds')} {...seconds} />
      )}
      <WholeNumberField name="maxPerGift" label={t('widgets.bonus.maxPerGift')} {...seconds} />
      <WholeNumberField name="maxSeconds" label={t('widgets.bonus.maxSeconds')} {...seconds} />
    </div>
  );
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the widget's time zone. A widget that needs one and has none gets this device's. */
function useZone(isNeeded: boolean): string {
  const { methods } = useGroup();
  const zone = useWatch({ control: methods.control, name: 'zone' });
  useEffect(() => {
    if (isNeeded && zone === '') methods.setValue('zone', ownZone);
  }, [methods, isNeeded, zone]);
  return String(zone) || ownZone;
}

/** Whether a span consists of the calendar days of a time zone. */
const isCalendar = (span: unknown): boolean => periodKinds.some((kind) => kind === span);

/** What a goal counts, over which time, and its target. */
function GoalFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const [measure, span] = useWatch({ control: methods.control, name: ['measure', 'span'] });
  const isPeriod = isCalendar(span);
  const zone = useZone(isPeriod);
  return (
    <div className={styles.options}>
      <TextField
        name="title"
        label={t('widgets.goal.title')}
        maxLength={MOST_HEADING}
        placeholder={t('widgets.goal.title.empty')}
      />
      <WholeNumberField name="target" label={t('widgets.target')} limits={widgetLimits.target} />
      <SegmentsField name="measure" label={t('widgets.measure')} group="measure" values={goalMeasures} />
      <SegmentsField
        name="span"
        label={t('widgets.span')}
        help={isPeriod ? t('widgets.goal.period', { zone }) : undefined}
        group="span"
        values={goalSpans}
      />
      {measure === 'gifts' && (
        <Field group name="gift" label={t('widgets.goal.gift')} help={t('widgets.goal.gift.help')}>
          <GiftControl />
        </Field>
      )}
    </div>
  );
}

/** One gift, or none. */
function GiftControl() {
  const { value, onChange } = useControl();
  const parsed = giftChoiceSchema.safeParse(value);
  return <GiftPicker value={parsed.success ? parsed.data : null} onChange={onChange} />;
}

function EffectFields() {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.options}>
        <EffectChoice
          name="style"
          label={t('widgets.style')}
          fills="style"
          group="style"
          values={[AS_PRESET, ...effectStyles]}
        />
        <EffectChoice
          name="lines"
          label={t('widgets.lines')}
          fills="line"
          group="lines"
          values={[AS_PRESET, ...lineColours]}
        />
      </div>
      <EffectChoice
        name="scene"
        label={t('widgets.scene')}
        fills="scene"
        segments
        group="scene"
        values={[AS_PRESET, ...effectScenes]}
      />
      <WholeNumberField
        name="sideDepth"
        label={t('widgets.sideDepth')}
        help={t('widgets.sideDepth.help')}
        limits={widgetLimits.sideDepth}
      />
      <SwitchField name="moments" label={t('widgets.moments')} help={t('widgets.moments.help')} />
    </>
  );
}

/** The options of a ranking: its one or two pages, and the seconds between them. */
function RankingFields() {
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

/** The seconds between two pages. */
function TurnField() {
  const { t } = useTranslation();
  return (
    <WholeNumberField
      name="turnSeconds"
      label={t('widgets.turnSeconds')}
      help={t('widgets.turnSeconds.help')}
      limits={widgetLimits.turnSeconds}
      unit={t('presetEditor.unit.seconds')}
    />
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

const backgrounds = backgroundSchema.options.map((option) => option.shape.kind.value);

/** The options of the avatar workbench: layout, skins, background and shown parts. */
function WorkbenchFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const background = useWatch({ control: methods.control, name: 'background.kind' });
  const skinChoices = useChoices('skin', skins);
  const anchors = useShow((state) => state.preset?.anchors ?? null);
  return (
    <>
      <SegmentsField name="layout" label={t('widgets.layout')} group="layout" values={workbenchLayouts} />
      <fieldset className={styles.page}>
        <legend>{t('widgets.skinChoice')}</legend>
        <ChoiceField
          name="skin"
          label={t('widgets.skin')}
          help={t('widgets.skin.help')}
          tiles
          options={skins.map((skin, place) => ({
            value: skin,
            label: skinChoices[place]?.label ?? '',
            picture: <SkinSample skin={skin} />,
          }))}
        />
        <Field
          group
          name="skinOf"
          label={t('widgets.skinOf')}
          help={anchors === null ? t('widgets.skinOf.none') : undefined}
        >
          <SkinOfControl anchors={anchors ?? []} choices={skinChoices} />
        </Field>
      </fieldset>
      <SegmentsField
        name="background.kind"
        label={t('widgets.background')}
        help={t('widgets.background.help')}
        group="background"
        values={backgrounds}
      />
      {background === 'custom' && (
        <HexColourField name="background.colour" label={t('widgets.backgroundColour')} />
      )}
      <Shown names={['showScore', 'showRank', 'showStreak', 'showLive']} />
    </>
  );
}

const skinOfSchema = z.record(z.string(), z.enum(skins));

interface SkinOfProps {
  /** The anchors of the show that is open. */
  anchors: readonly { id: string; nickname: string }[];
  choices: readonly Option[];
}

/** Another skin for single anchors. The value also keeps the skins of other presets' anchors. */
function SkinOfControl({ anchors, choices }: SkinOfProps) {
  const { t } = useTranslation();
  const { id, value, onChange, labelledBy, describedBy, disabled } = useControl();
  const parsed = skinOfSchema.safeParse(value);
  const skinOf = parsed.success ? parsed.data : {};
  const choose = (anchorId: string, skin: Skin | undefined) => {
    const { [anchorId]: _before, ...others } = skinOf;
    onChange(skin === undefined ? others : { ...others, [anchorId]: skin });
  };
  return (
    <fieldset id={id} className={styles.skins} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {anchors.map((anchor) => (
        <div key={anchor.id} className={styles.skin}>
          <label className="clip" title={anchor.nickname} htmlFor={`${id}${anchor.id}`}>
            {anchor.nickname}
          </label>
          <Select
            id={`${id}${anchor.id}`}
            label={anchor.nickname}
            disabled={disabled}
            value={skinOf[anchor.id] ?? ''}
            options={[{ value: '', label: t('widgets.skinOf.same') }, ...choices]}
            onChange={(chosen) =>
              choose(
                anchor.id,
                skins.find((skin) => skin === chosen),
              )
            }
          />
        </div>
      ))}
    </fieldset>
  );
}

/** The style sheet moves the first anchor's picture into view. */
const SAMPLE_SCALE = 0.34;
/** The second of the sample show; every anchor has a score by then. */
const SAMPLE_SECOND = 12;

/** A preview of a skin: the workbench's page with a sample show that stands still. */
function SkinSample({ skin }: { skin: Skin }) {
  const page = useOverlayPage();
  const language = useSettings((state) => state.language);
  const plain = plainOptions('workbench', language);
  if (plain.kind !== 'workbench' || page === null) return null;
  const options = { ...plain, skin, frame: { ...plain.frame, calm: true } };
  return (
    <span className={styles.skinSample} aria-hidden="true">
      <PageFrame
        address={sampleAddress(page, options, SAMPLE_SECOND)}
        title=""
        size={pageSize(options)}
        scale={SAMPLE_SCALE}
        backdrop="video"
      />
    </span>
  );
}
