import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface SearchBoxProps {
  label: string;
  value: string;
  onSearch(text: string): void;
}

const PAUSE_MS = 300;

/** A search that follows what is typed, once the typing rests. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = window.setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, value, onSearch]);
  return (
    <input
      type="search"
      className="p-inputtext list-screen__search"
      aria-label={t('admin.searchIn', { what: label })}
      placeholder={t('admin.searchIn', { what: label })}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
