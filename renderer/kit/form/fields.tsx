import { Checkbox, CheckGroup } from '../ui/Checkbox.tsx';
import { type Choice, Segments, Tiles } from '../ui/Choices.tsx';
import { ColourInput } from '../ui/ColourInput.tsx';
import type { Option } from '../ui/control.ts';
import { NumberInput, type NumberOptions } from '../ui/NumberInput.tsx';
import { Select } from '../ui/Select.tsx';
import { SwitchInput } from '../ui/Switch.tsx';
import {
  type AreaOptions,
  PasswordInput,
  type PasswordOptions,
  TextArea,
  TextInput,
  type TextOptions,
} from '../ui/TextInput.tsx';
import { Field, type FieldProps } from './Field.tsx';
import { useControl } from './FormGroup.tsx';
import styles from './fields.module.css';
import { longestText } from './rules.ts';

/** A line of text. */
export function TextField(props: FieldProps<string> & TextOptions) {
  const {
    type,
    autoComplete,
    inputMode,
    maxLength = longestOf(props),
    placeholder,
    autoFocus,
    list,
    ...field
  } = props;
  const options = { type, autoComplete, inputMode, maxLength, placeholder, autoFocus, list };
  return (
    <Field {...field}>
      <TextControl {...options} />
    </Field>
  );
}

function TextControl(options: TextOptions) {
  const { value, ...control } = useControl();
  return <TextInput {...control} {...options} value={String(value ?? '')} />;
}

/** A password with a button that shows it. */
export function PasswordField(props: FieldProps<string> & PasswordOptions) {
  const { autoComplete, autoFocus, placeholder, ...field } = props;
  return (
    <Field {...field}>
      <PasswordControl autoComplete={autoComplete} autoFocus={autoFocus} placeholder={placeholder} />
    </Field>
  );
}

function PasswordControl(options: PasswordOptions) {
  const { value, ...control } = useControl();
  return <PasswordInput {...control} {...options} value={String(value ?? '')} />;
}

/** Several lines of text. */
export function AreaField({ rows, maxLength, ...field }: FieldProps<string> & AreaOptions) {
  return (
    <Field {...field}>
      <AreaControl rows={rows} maxLength={maxLength ?? longestOf(field)} />
    </Field>
  );
}

const longestOf = (field: FieldProps<string>) => ('schema' in field ? longestText(field.schema) : undefined);

function AreaControl(options: AreaOptions) {
  const { value, ...control } = useControl();
  return <TextArea {...control} {...options} value={String(value ?? '')} />;
}

/** A number; null for an empty field. */
export function NumberField(props: FieldProps<number | null> & NumberOptions) {
  const { digits, min, max, clamp, unit, slider, placeholder, title, ...field } = props;
  return (
    <Field {...field}>
      <NumberControl
        digits={digits}
        min={min}
        max={max}
        clamp={clamp}
        unit={unit}
        slider={slider}
        placeholder={placeholder}
        title={title}
      />
    </Field>
  );
}

function NumberControl(options: NumberOptions) {
  const { value, ...control } = useControl();
  return <NumberInput {...control} {...options} value={typeof value === 'number' ? value : null} />;
}

export interface SelectOptions<T extends string> {
  options: readonly Option<T>[];
  /** Called after a selection, for example to validate another field. */
  onChoose?: (() => void) | undefined;
}

/** A dropdown that selects one of many options. */
export function SelectField<T extends string>(props: FieldProps<T> & SelectOptions<T>) {
  const { options, onChoose, ...field } = props;
  return (
    <Field {...field}>
      <SelectControl options={options} onChoose={onChoose} />
    </Field>
  );
}

function SelectControl({ options, onChoose }: SelectOptions<string>) {
  const { value, onChange, ...control } = useControl();
  return (
    <Select
      {...control}
      options={options}
      value={String(value ?? '')}
      onChange={(chosen) => {
        onChange(chosen);
        onChoose?.();
      }}
    />
  );
}

export interface ChoiceOptions<T extends string> {
  options: readonly Choice<T>[];
  /** Shows the options as tiles with pictures. */
  tiles?: boolean | undefined;
}

/** A radio group of a few options, all of them visible. */
export function ChoiceField<T extends string>(props: FieldProps<T> & ChoiceOptions<T>) {
  const { options, tiles, ...field } = props;
  return (
    <Field {...field} group>
      <ChoiceControl options={options} tiles={tiles} />
    </Field>
  );
}

function ChoiceControl({ options, tiles }: ChoiceOptions<string>) {
  const { value, ...control } = useControl();
  const Group = tiles === true ? Tiles : Segments;
  return <Group {...control} options={options} value={String(value ?? '')} />;
}

/** A group of checkboxes for a few options, all of them visible. */
export function ManyField(props: FieldProps<readonly string[]> & { options: readonly Option[] }) {
  const { options, ...field } = props;
  return (
    <Field {...field} group>
      <ManyControl options={options} />
    </Field>
  );
}

function ManyControl({ options }: { options: readonly Option[] }) {
  const { value, ...control } = useControl();
  const chosen = Array.isArray(value) ? options.filter((option) => value.includes(option.value)) : [];
  return <CheckGroup {...control} options={options} value={chosen.map((option) => option.value)} />;
}

/** A checkbox with a text beside it, below the field's label. */
export function CheckField({ text, ...field }: FieldProps<boolean> & { text: string }) {
  return (
    <Field {...field}>
      <CheckControl text={text} />
    </Field>
  );
}

function CheckControl({ text }: { text: string }) {
  const { value, ...control } = useControl();
  const textId = `${control.id}-text`;
  return (
    <span className={styles.check}>
      <Checkbox {...control} labelledBy={`${control.labelledBy} ${textId}`} checked={value === true} />
      <label id={textId} htmlFor={control.id}>
        {text}
      </label>
    </span>
  );
}

/** A switch at the end of the field's line. */
export function SwitchField(props: FieldProps<boolean>) {
  return (
    <Field {...props} inline>
      <SwitchControl />
    </Field>
  );
}

function SwitchControl() {
  const { value, ...control } = useControl();
  return <SwitchInput {...control} checked={value === true} />;
}

/** A colour as `#rrggbb`. */
export function ColourField(props: FieldProps<string>) {
  return (
    <Field {...props}>
      <ColourControl />
    </Field>
  );
}

function ColourControl() {
  const { value, ...control } = useControl();
  return <ColourInput {...control} value={String(value ?? '')} />;
}
