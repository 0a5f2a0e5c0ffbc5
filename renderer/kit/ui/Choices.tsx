import { RadioButton } from 'primereact/radiobutton';
import { type ReactNode, useId, useLayoutEffect, useReducer, useRef } from 'react';
import styles from './Choices.module.css';
import { ariaOf, type ControlProps, type Option } from './control.ts';

export interface Choice<T extends string | number> extends Option<T> {
  /** A sample of the option, shown above its label. */
  picture?: ReactNode;
}

interface ChoicesProps<T extends string | number> extends ControlProps {
  value: T;
  options: readonly Choice<T>[];
  /** Adds a class to the group. */
  className?: string | undefined;
  onChange(value: T): void;
}

/** A radio group that shows all options side by side. */
export function Segments<T extends string | number>(props: ChoicesProps<T>) {
  return (
    <RadioGroup
      {...props}
      className={`${styles.segments} ${props.className ?? ''}`}
      optionClass={styles.segment}
      show={({ label }) => <span className={styles.segmentText}>{label}</span>}
    />
  );
}

/** A radio group of tiles, each with a sample of its option. */
export function Tiles<T extends string | number>(props: ChoicesProps<T>) {
  return (
    <RadioGroup
      {...props}
      className={styles.tiles}
      optionClass={styles.tile}
      show={({ label, picture }) => (
        <>
          {picture}
          <span>{label}</span>
        </>
      )}
    />
  );
}

/** A radio group of pictures that are named by a tooltip. */
export function PictureChoice<T extends string | number>(props: ChoicesProps<T>) {
  return (
    <RadioGroup
      {...props}
      named
      className={`${styles.swatches} ${props.className ?? ''}`}
      optionClass={styles.swatch}
      show={({ picture }) => picture}
    />
  );
}

export interface SwatchesProps<T extends string> {
  label: string;
  value: T;
  /** `ink` is the colour of the check mark; white by default. */
  options: readonly { value: T; label: string; colour: string; ink?: string }[];
  onChange(value: T): void;
}

/** A radio group of colours. A check mark shows the selected one. */
export function Swatches<T extends string>({ options, ...props }: SwatchesProps<T>) {
  const pictureOf = ({ value, colour, ink }: SwatchesProps<T>['options'][number]) => (
    <span className={styles.colour} style={{ background: colour, color: ink }}>
      {value === props.value && (
        <i className={`pi pi-check ${ink === undefined ? '' : styles.ink}`} aria-hidden="true" />
      )}
    </span>
  );
  return (
    <PictureChoice
      {...props}
      options={options.map((option) => ({
        value: option.value,
        label: option.label,
        picture: pictureOf(option),
      }))}
    />
  );
}

interface RadioGroupProps<T extends string | number> extends ChoicesProps<T> {
  optionClass: string | undefined;
  /** The options show no text: names each by `aria-label` and a tooltip. */
  named?: boolean;
  show(option: Choice<T>): ReactNode;
}

/**
 * PrimeReact's radio buttons as a group with a name. PrimeReact leaves a clicked radio button checked when the value
 * does not change; this group checks the button of the value after each render.
 */
function RadioGroup<T extends string | number>(props: RadioGroupProps<T>) {
  const { value, options, optionClass, named, show, onChange } = props;
  const ownName = useId();
  const group = useRef<HTMLDivElement>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const inputs = group.current?.querySelectorAll('input') ?? [];
    for (const [place, input] of inputs.entries()) input.checked = options[place]?.value === value;
  });
  const aria = ariaOf(props);
  return (
    <div
      ref={group}
      id={props.id}
      className={props.className}
      role="radiogroup"
      aria-label={aria['aria-label']}
      aria-labelledby={aria['aria-labelledby']}
      aria-describedby={aria['aria-describedby']}
      aria-invalid={props.invalid === true}
    >
      {options.map((option, place) => (
        <label
          key={option.value}
          htmlFor={`${ownName}${place}`}
          className={optionClass}
          title={named === true ? option.label : undefined}
        >
          <RadioButton
            inputId={`${ownName}${place}`}
            name={props.name ?? ownName}
            value={option.value}
            checked={option.value === value}
            disabled={props.disabled ?? false}
            onBlur={() => props.onBlur?.()}
            onChange={() => {
              renderAgain();
              onChange(option.value);
            }}
            pt={{
              root: { className: styles.radio },
              input: { className: styles.input, 'aria-label': named === true ? option.label : undefined },
              box: { className: styles.box },
            }}
          />
          {show(option)}
        </label>
      ))}
    </div>
  );
}
