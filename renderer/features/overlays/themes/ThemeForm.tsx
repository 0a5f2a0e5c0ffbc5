import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { FormGroup, useControl, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ChoiceField, ColourField, ManyField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { readImage } from '#renderer/kit/ui/readPicture.ts';
import {
  borderFits,
  corners,
  fontFamilySchema,
  type HostTheme,
  hexColourSchema,
  hostThemeSchema,
  logoKinds,
  lookColoursSchema,
  lookLimits,
  widgetFonts,
  widgetThemes,
} from '#shared/contract/overlay/look.ts';
import { contrast, parseHex } from '#shared/overlay/colours.ts';
import { ListField, WholeNumberField } from '../fields.tsx';
import options from '../OptionsForm.module.css';
import styles from './ThemesPane.module.css';
import { uploadFont } from './themeFile.ts';
import { fromThemeForm, type ThemeValues, toThemeForm } from './themeForm.ts';

interface ThemeFormProps {
  theme: HostTheme;
  /** Called with each change; null while a field is invalid. */
  onChange(theme: HostTheme | null): void;
}

const colourNames = lookColoursSchema.keyof().options;
const pictureTypes = 'image/png,image/jpeg,image/webp';

/** The form of a host's theme. */
export function ThemeForm({ theme, onChange }: ThemeFormProps) {
  const { t } = useTranslation();
  const { name } = hostThemeSchema.shape;
  return (
    <FormGroup name="theme" className={options.form} values={toThemeForm(theme)} onSubmit={() => undefined}>
      <Changes theme={theme} onChange={onChange} />
      <div className={options.options}>
        <TextField
          name="name"
          label={t('themes.name')}
          schema={name}
          required
          asterisk="none"
          emptyText={{ key: 'themes.nameRequired' }}
        />
        <ListField name="base" label={t('themes.base')} group="theme" values={widgetThemes} />
      </div>
      <fieldset className={options.page}>
        <legend>{t('themes.colours')}</legend>
        <p className="muted small">{t('themes.colours.help')}</p>
        <div className={styles.colours}>
          {colourNames.map((colour) => (
            <ColourField
              key={colour}
              name={`colours.${colour}`}
              label={t(`themes.colour.${colour}`)}
              validate={(value) =>
                value === '' || hexColourSchema.safeParse(value).success ? null : t('widgets.colour.invalid')
              }
            />
          ))}
        </div>
        <PlateFields />
      </fieldset>
      <fieldset className={options.page}>
        <legend>{t('themes.font')}</legend>
        <FontFields />
      </fieldset>
      <fieldset className={options.page}>
        <legend>{t('themes.logo')}</legend>
        <LogoFields />
      </fieldset>
      <fieldset className={options.page}>
        <legend>{t('themes.border')}</legend>
        <BorderFields />
      </fieldset>
    </FormGroup>
  );
}

/** Passes the form's values on. */
function Changes({ theme, onChange }: ThemeFormProps) {
  const { methods } = useGroup();
  useEffect(() => {
    const { unsubscribe } = methods.watch((values) => {
      onChange(fromThemeForm(values as ThemeValues, theme));
    });
    return unsubscribe;
  }, [methods, theme, onChange]);
  return null;
}

/** The plate's opacity, and a warning if its text is hard to read. */
function PlateFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const [plate, ink] = useWatch({ control: methods.control, name: ['colours.plate', 'colours.ink'] });
  const both = [plate, ink].map((colour) => hexColourSchema.safeParse(colour).data);
  const [ground, text] = both;
  if (ground === undefined) return null;
  const isPoor = text !== undefined && contrast(parseHex(ground), parseHex(text)) < 4.5;
  return (
    <>
      <WholeNumberField
        name="opacity"
        label={t('themes.opacity')}
        limits={lookLimits.opacity}
        unit="%"
        slider
      />
      {isPoor && (
        <p className={styles.warning} role="status">
          <i className="pi pi-exclamation-triangle" aria-hidden="true" /> {t('themes.contrast')}
        </p>
      )}
    </>
  );
}

const fontKinds = ['widget', 'style', 'installed', 'file'] as const;

function FontFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const kind = useWatch({ control: methods.control, name: 'font.kind' });
  return (
    <>
      <ChoiceField
        name="font.kind"
        label={t('themes.font.from')}
        options={fontKinds.map((value) => ({ value, label: t(`themes.font.${value}`) }))}
      />
      {kind === 'style' && (
        <ListField name="font.style" label={t('themes.font.style')} group="font" values={widgetFonts} />
      )}
      {kind === 'installed' && (
        <TextField
          name="font.family"
          label={t('themes.family')}
          help={t('themes.family.help')}
          maxLength={60}
          validate={(value) =>
            fontFamilySchema.safeParse(value).success ? null : t('themes.family.invalid')
          }
        />
      )}
      {kind === 'file' && (
        <Field group name="font.file" label={t('themes.font.file')} help={t('themes.font.help')}>
          <FontControl />
        </Field>
      )}
    </>
  );
}

/** Runs an upload, and shows why it was refused. */
function useUpload() {
  const { call, showProblem } = useRingside();
  const [busy, setBusy] = useState(false);
  const work = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, call, work };
}

function FontControl() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const { id, onChange, labelledBy, describedBy } = useControl();
  const { busy, call, work } = useUpload();
  const shown = useWatch({ control: methods.control, name: 'font.name' });
  const picker = useFilePicker({
    label: t('themes.font.choose'),
    accept: '.woff2,.ttf,.otf,font/woff2,font/ttf,font/otf',
    onFile: (file) =>
      void work(async () => {
        const font = await uploadFont(file, call);
        methods.setValue('font.name', file.name.trim().slice(0, 60) || 'font');
        onChange(font);
      }),
  });
  return (
    <fieldset id={id} aria-labelledby={labelledBy} aria-describedby={describedBy} className={styles.file}>
      {shown !== '' && <b className="clip">{shown}</b>}
      <Button
        small
        look="outlined"
        icon="upload"
        label={t('themes.font.choose')}
        busy={busy}
        onClick={picker.open}
      />
      {picker.input}
    </fieldset>
  );
}

function LogoFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const picture = useWatch({ control: methods.control, name: 'logo.picture' });
  return (
    <>
      <PictureField name="logo" help={t('themes.logo.help')} />
      {picture !== '' && (
        <>
          <div className={options.options}>
            <SelectField
              name="logo.corner"
              label={t('themes.logo.corner')}
              options={corners.map((value) => ({ value, label: t(`themes.corner.${value}`) }))}
            />
            <WholeNumberField
              name="logo.size"
              label={t('themes.logo.size')}
              limits={lookLimits.logo}
              slider
            />
          </div>
          <ManyField
            name="logo.kinds"
            label={t('themes.logo.kinds')}
            options={logoKinds.map((value) => ({ value, label: t(`widgets.kind.${value}`) }))}
          />
        </>
      )}
    </>
  );
}

function BorderFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const picture = useWatch({ control: methods.control, name: 'border.picture' });
  return (
    <>
      <PictureField name="border" help={t('themes.border.help')} />
      {picture !== '' && (
        <div className={options.options}>
          <WholeNumberField
            name="border.slice"
            label={t('themes.border.slice')}
            limits={lookLimits.slice}
            unit="%"
            slider
          />
          <WholeNumberField
            name="border.width"
            label={t('themes.border.width')}
            limits={lookLimits.borderWidth}
            slider
          />
          <ChoiceField
            name="border.fit"
            label={t('themes.border.fit')}
            options={borderFits.map((value) => ({ value, label: t(`themes.border.fit.${value}`) }))}
          />
        </div>
      )}
    </>
  );
}

interface PictureFieldProps {
  name: 'logo' | 'border';
  help: string;
}

function PictureField({ name, help }: PictureFieldProps) {
  const { t } = useTranslation();
  return (
    <Field group name={`${name}.picture`} label={t('themes.picture')} help={help}>
      <PictureControl name={name} />
    </Field>
  );
}

function PictureControl({ name }: Pick<PictureFieldProps, 'name'>) {
  const { t } = useTranslation();
  const { id, value, onChange, labelledBy, describedBy } = useControl();
  const { busy, call, work } = useUpload();
  const picture = String(value ?? '');
  const data = usePicture(picture);
  const picker = useFilePicker({
    label: t(`themes.${name}.choose`),
    accept: pictureTypes,
    onFile: (file) =>
      void work(async () => onChange((await call('pictures.put', { data: await readImage(file) })).picture)),
  });
  return (
    <fieldset id={id} aria-labelledby={labelledBy} aria-describedby={describedBy} className={styles.file}>
      {data !== '' && <img src={data} alt="" />}
      <Button
        small
        look="outlined"
        icon="image"
        label={t(`themes.${name}.choose`)}
        busy={busy}
        onClick={picker.open}
      />
      {picture !== '' && (
        <Button
          small
          look="text"
          icon="times"
          ariaLabel={t(`themes.${name}.remove`)}
          onClick={() => onChange('')}
        />
      )}
      {picker.input}
    </fieldset>
  );
}
