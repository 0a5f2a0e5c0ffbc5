import { ColorPicker } from 'primereact/colorpicker';
import styles from './ColourInput.module.css';
import type { ControlProps } from './control.ts';
import { TextInput } from './TextInput.tsx';

export interface ColourInputProps extends ControlProps {
  value: string;
  onChange(value: string): void;
}

const hex = /^#[0-9a-f]{6}$/i;

/**
 * A colour as `#rrggbb`, picked or typed. PrimeReact's picker works by mouse and touch only, so keyboards and screen
 * readers get the text field alone.
 */
export function ColourInput(props: ColourInputProps) {
  const { value, onChange, disabled = false } = props;
  return (
    <span className={styles.colour}>
      <ColorPicker
        value={hex.test(value) ? value.slice(1) : '000000'}
        disabled={disabled}
        onChange={(event) => {
          if (typeof event.value === 'string') onChange(`#${event.value}`);
        }}
        pt={{
          input: {
            className: value === '' ? `${styles.picker} ${styles.none}` : styles.picker,
            tabIndex: -1,
            'aria-hidden': true,
          },
          panel: { className: styles.panel, 'aria-hidden': true },
        }}
      />
      <span className={styles.text}>
        <TextInput {...props} maxLength={7} />
      </span>
    </span>
  );
}
