import { type ReactNode, useRef } from 'react';

/** Time (ms) after which no browser still needs the object URL of a download. */
const URL_LIFETIME_MS = 60_000;

/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}

export interface FilePickerOptions {
  /** Names the file input, which nobody sees: screen readers get the button alone. */
  label: string;
  /** File types as in the `accept` attribute. */
  accept: string;
  onFile(file: File): void;
}

interface FilePicker {
  /** Opens the system's file dialog; for the click of a button. */
  open(): void;
  /** The hidden file input, to be rendered beside the button. */
  input: ReactNode;
}

/**
 * A button's file dialog for one file. Own component: PrimeReact's FileUpload sends files itself, and its basic mode is
 * a `<span>` without a role that ignores the space bar.
 */
export function useFilePicker({ label, accept, onFile }: FilePickerOptions): FilePicker {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Clear the value: otherwise choosing the same file again would fire no `change` event.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    ),
  };
}
