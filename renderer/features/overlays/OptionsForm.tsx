import { Accordion, AccordionTab } from 'primereact/accordion';
import { type ReactNode, useEffect } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import { SoundFields } from '#renderer/features/sound/index.ts';
import { FormGroup, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { SelectField, SwitchField } from '#renderer/kit/form/fields.tsx';
import { languageNames } from '#renderer/kit/i18n/i18n.ts';
import { type WidgetKind, widgetFonts, widgetLimits, widgetThemes } from '#shared/contract/overlay/widget.ts';
import { soundSettingsSchema } from '#shared/contract/sound.ts';
import { CssFields } from './CssFields.tsx';
import { HexColourField, ListField, WholeNumberField } from './fields.tsx';
import { KindFields } from './kinds/KindFields.tsx';
import { type FormValues, fromForm, type LinkEditor, toForm } from './linkEditor.ts';
import styles from './OptionsForm.module.css';
import { useHostThemes } from './themes/hostThemes.ts';

interface Part {
  name: 'own' | 'look' | 'place' | 'sound' | 'css' | 'other';
  /** Whether the part is open at first. */
  open: boolean;
  fields: ReactNode;
}

/** The parts of a kind's form. The kind's own options come first; rarely changed options are closed. */
function partsOf(kind: WidgetKind): Part[] {
  const own: Part = { name: 'own', open: true, fields: <KindFields kind={kind} /> };
  const look: Part = { name: 'look', open: true, fields: <LookFields /> };
  const isPlaced = kind !== 'workbench' && kind !== 'effects';
  return [
    ...(kind === 'lastWinner' || kind === 'thanks' ? [] : [own]),
    ...(kind === 'effects' ? [] : [look]),
    { name: 'place', open: isPlaced, fields: <PlaceFields /> },
    { name: 'sound', open: false, fields: <WidgetSound /> },
    { name: 'css', open: false, fields: <CssFields /> },
    { name: 'other', open: false, fields: <OtherFields /> },
  ];
}

/** The form with every option of a widget. */
export function OptionsForm({ kind, editor }: { kind: WidgetKind; editor: LinkEditor }) {
  const { t } = useTranslation();
  const parts = partsOf(kind);
  return (
    <FormGroup
      name="widget"
      className={styles.form}
      values={toForm(editor.store.getState().options)}
      onSubmit={() => editor.flush()}
    >
      <EditorSync editor={editor} />
      <Accordion
        multiple
        className={styles.parts}
        activeIndex={parts.flatMap(({ open }, place) => (open ? [place] : []))}
        transitionOptions={{ timeout: 0 }}
      >
        {parts.map(({ name, fields }) => (
          <AccordionTab key={name} header={t(`widgets.part.${name}`)}>
            {fields}
          </AccordionTab>
        ))}
      </Accordion>
    </FormGroup>
  );
}

/** Passes the form's values to the editor, and resets the form when the editor replaces the options. */
function EditorSync({ editor }: { editor: LinkEditor }) {
  const { methods } = useGroup();
  const replaced = useVanillaStore(editor.store, (state) => state.replaced);
  useEffect(() => {
    const { unsubscribe } = methods.watch((values) => {
      editor.change(fromForm(values as FormValues));
    });
    return unsubscribe;
  }, [methods, editor]);
  useEffect(() => {
    if (replaced > 0) methods.reset(toForm(editor.store.getState().options));
  }, [methods, editor, replaced]);
  return null;
}

/** The widget's look: theme, font, accent. */
function LookFields() {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <ThemeField />
      <ListField name="frame.font" label={t('widgets.font')} group="font" values={widgetFonts} />
      <HexColourField name="frame.accent" label={t('widgets.accent')} />
    </div>
  );
}

/** A theme of Ringside or of the host. With one of the host, its base is kept too, for when it is deleted. */
function ThemeField() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const themes = useHostThemes();
  const [theme, own] = useWatch({ control: methods.control, name: ['frame.theme', 'frame.own'] });
  const mine = themes.find(({ id }) => id === own);
  const choose = (value: string) => {
    const next = themes.find(({ id }) => id === value);
    methods.setValue('frame.theme', next?.base ?? value);
    methods.setValue('frame.own', next?.id ?? '');
  };
  return (
    <SelectField
      label={t('widgets.theme')}
      help={mine === undefined ? undefined : t('themes.fromTheme')}
      value={mine?.id ?? String(theme)}
      options={[
        ...themes.map(({ id, name }) => ({ value: id, label: name })),
        ...widgetThemes.map((value) => ({ value: value as string, label: t(`widgets.theme.${value}`) })),
      ]}
      onChange={choose}
    />
  );
}

/** The widget's place on the page, and its size. */
function PlaceFields() {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <WholeNumberField
        name="frame.indentTop"
        label={t('widgets.indentTop')}
        help={t('widgets.indent.help')}
        limits={widgetLimits.indent}
        unit="%"
        slider
      />
      <WholeNumberField
        name="frame.indentBottom"
        label={t('widgets.indentBottom')}
        limits={widgetLimits.indent}
        unit="%"
        slider
      />
      <WholeNumberField
        name="frame.scale"
        label={t('widgets.scale')}
        help={t('widgets.scale.help')}
        limits={widgetLimits.scale}
        unit="%"
        slider
      />
    </div>
  );
}

/** The sounds that the widget's page plays. */
function WidgetSound() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const { field } = useController({ name: 'frame.sound', control: methods.control });
  return (
    <SoundFields
      value={soundSettingsSchema.parse(field.value)}
      help={t('sound.widgetHelp')}
      onChange={field.onChange}
    />
  );
}

/** Options that hosts rarely change. */
function OtherFields() {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <SelectField
        name="frame.language"
        label={t('widgets.language')}
        help={t('widgets.language.help')}
        options={languageNames}
      />
      <SwitchField
        name="frame.shortNumbers"
        label={t('widgets.shortNumbers')}
        help={t('widgets.shortNumbers.help')}
      />
      <SwitchField name="frame.calm" label={t('widgets.calm')} help={t('widgets.calm.help')} />
    </div>
  );
}
