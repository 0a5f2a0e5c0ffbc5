import type { TFunction } from 'i18next';
import { addLocale } from 'primereact/api';
import { Calendar } from 'primereact/calendar';
import { type MouseEvent, type RefCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/contract/language.ts';
import { htmlLang } from '../i18n/i18n.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { useKeyBlock } from '../keys/useKey.ts';
import styles from './DateTimeInput.module.css';
import { dateTimeText, dateTimeTyped } from './dateTimeText.ts';

export interface DateTimeInputProps {
  /** The id of the input, for its `<label>`. */
  id: string;
  /** The label's text, for the name of the calendar. */
  label: string;
  /** Milliseconds since 1970, shown in this device's time zone; null for none. */
  value: number | null;
  /** Shows seconds. Without them, the value is a whole minute. */
  seconds?: boolean;
  className?: string;
  onChange(value: number | null): void;
}

/**
 * A date with a time, typed or chosen from PrimeReact's calendar, which opens with its button or ArrowDown. Text that
 * is not a date is discarded on blur. Adds what PrimeReact's calendar lacks for keyboards and screen readers: grid
 * cells that keep the focus and name the whole date, titles named by their text, and buttons of the time that react to
 * the space bar.
 */
export function DateTimeInput(props: DateTimeInputProps) {
  const { id, label, value, seconds = false, className = '', onChange } = props;
  const { t } = useTranslation();
  const { language } = useFormat();
  const locale = useMemo(() => addCalendarLocale(language, t), [language, t]);
  const date = useMemo(() => (value === null ? null : new Date(value)), [value]);
  const dayFormat = useMemo(
    () => new Intl.DateTimeFormat(htmlLang[language], { dateStyle: 'full' }),
    [language],
  );
  const [grid] = useState(keepFocus);
  const [open, setOpen] = useState(false);
  useKeyBlock(open);
  const change = (next: Date | null) => {
    if (next === null) onChange(null);
    else onChange(next.setSeconds(seconds ? next.getSeconds() : 0, 0));
  };
  const accept = (left: EventTarget) => {
    if (!(left instanceof HTMLInputElement) || left.value === dateTimeText(value, seconds)) return;
    const typed = dateTimeTyped(left.value);
    if (typed !== null) change(typed);
  };
  return (
    <Calendar
      inputId={id}
      className={`${styles.field} ${seconds ? styles.long : ''} ${className}`}
      panelClassName={styles.panel}
      value={date}
      showTime
      showSeconds={seconds}
      showIcon
      icon="pi pi-calendar"
      showButtonBar
      // The focus stays in the field, so that a date can be typed.
      showOnFocus={false}
      inputRef={showKeyboard}
      placeholder={t('date.example', { date: dateTimeText(example, seconds) })}
      locale={locale}
      dateFormat="yy-mm-dd"
      formatDateTime={(shown) => dateTimeText(shown.getTime(), seconds)}
      parseDateTime={(text) => completeDate(text, seconds)}
      // Reports an incomplete text as a string instead of null, which would clear the value.
      keepInvalid
      onChange={({ value: next }) => {
        if (next instanceof Date) change(next);
        else if (!next) change(null);
      }}
      onShow={() => setOpen(true)}
      onHide={() => setOpen(false)}
      todayButtonClassName="p-button-sm"
      clearButtonClassName="p-button-sm"
      dateTemplate={({ day, month, year }) => (
        <>
          <span aria-hidden="true">{day}</span>
          <span className="only-for-readers">{dayFormat.format(new Date(year, month, day))}</span>
        </>
      )}
      pt={{
        // Accepts a date without its time before PrimeReact restores the last complete text.
        root: { onBlurCapture: ({ target }) => accept(target) },
        panel: { 'aria-label': label },
        previousButton: { className: 'icon-button' },
        previousIcon: hidden,
        nextButton: { className: 'icon-button' },
        nextIcon: hidden,
        // A button's text is its name; without a type, it would submit a form.
        monthTitle: { 'aria-label': undefined, title: t('date.chooseMonth'), ...plainButton },
        yearTitle: { 'aria-label': undefined, title: t('date.chooseYear'), ...plainButton },
        table: { 'aria-label': label, ...grid },
        day: { role: 'presentation', 'aria-label': undefined },
        dayLabel: { role: 'gridcell' },
        month: (options) => ({ role: 'button', 'aria-pressed': isSelected(options) }),
        year: (options) => ({ role: 'button', 'aria-pressed': isSelected(options) }),
        hour: { 'aria-live': 'polite' },
        minute: { 'aria-live': 'polite' },
        second: { 'aria-live': 'polite' },
        incrementButton: { className: 'icon-button', onClick: pressOnce },
        incrementIcon: hidden,
        decrementButton: { className: 'icon-button', onClick: pressOnce },
        decrementIcon: hidden,
      }}
    />
  );
}

/** Shows the format of a typed date. */
const example = new Date(2026, 0, 31, 21, 0).getTime();
const hidden = { 'aria-hidden': true };
const plainButton: { type: 'button' } = { type: 'button' };

/** Keeps the focus on its day: PrimeReact rebuilds the grid at each render, also when the focus moves into the grid. */
function keepFocus(): { ref: RefCallback<HTMLTableElement> } {
  let day: string | null = null;
  const ref = (table: HTMLTableElement | null) => {
    const cell = day === null ? null : table?.querySelector<HTMLElement>(`${day} > span`);
    if (cell) {
      cell.tabIndex = 0;
      cell.focus();
    }
    return () => {
      const { pDay, pMonth, pYear } = table?.querySelector<HTMLElement>('td:focus-within')?.dataset ?? {};
      day =
        pDay === undefined
          ? null
          : `[data-p-day="${pDay}"][data-p-month="${pMonth}"][data-p-year="${pYear}"]`;
    };
  };
  return { ref };
}

/** PrimeReact's types lack the context of a month and of a year. */
function isSelected(options: { context: object } | undefined): boolean {
  const { context } = options ?? {};
  return context !== undefined && 'selected' in context && context.selected === true;
}

/** Shows the keyboard of phones. PrimeReact hides it unless told otherwise by a property that its types lack. */
function showKeyboard(input: HTMLInputElement | null): void {
  if (input !== null) input.inputMode = 'text';
}

/**
 * Makes a click without a pointer change the time by one step: PrimeReact's buttons react to `mousedown` and Enter, but
 * not to the space bar or to a screen reader's click.
 */
function pressOnce({ detail, currentTarget }: MouseEvent<HTMLButtonElement>): void {
  if (detail > 0) return;
  for (const type of ['mousedown', 'mouseup']) {
    currentTarget.dispatchEvent(new window.MouseEvent(type, { bubbles: true, cancelable: true }));
  }
}

/** Parses a typed date whose time is complete. PrimeReact expects an error for any other text. */
function completeDate(text: string, seconds: boolean): Date {
  const typed = dateTimeTyped(text, seconds ? 'seconds' : 'minutes');
  if (typed === null) throw new RangeError('the date is incomplete');
  return typed;
}

/** Example dates whose names the calendar shows: seven days from a Sunday, and the first day of each month, in UTC. */
const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 1, 1 + day));
const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1));

/** Registers the names and labels of PrimeReact's calendar in a language. Returns the name of the locale. */
function addCalendarLocale(language: Language, t: TFunction): string {
  const names = (days: readonly number[], options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(htmlLang[language], { ...options, timeZone: 'UTC' });
    return days.map((day) => format.format(day));
  };
  const shortDays = names(week, { weekday: 'short' });
  // Not inline: PrimeReact's types lack `showMonthAfterYear`.
  const texts = {
    dayNames: names(week, { weekday: 'long' }),
    dayNamesShort: shortDays,
    dayNamesMin: shortDays,
    monthNames: names(months, { month: 'long' }),
    monthNamesShort: names(months, { month: 'short' }),
    firstDayOfWeek: language === 'zh_CN' ? 1 : 0,
    showMonthAfterYear: language !== 'en',
    now: t('date.now'),
    clear: t('date.clear'),
    chooseDate: t('date.choose'),
    chooseMonth: t('date.chooseMonth'),
    chooseYear: t('date.chooseYear'),
    prevMonth: t('date.previousMonth'),
    nextMonth: t('date.nextMonth'),
    prevYear: t('date.previousYear'),
    nextYear: t('date.nextYear'),
    prevDecade: t('date.previousDecade'),
    nextDecade: t('date.nextDecade'),
    prevHour: t('date.previousHour'),
    nextHour: t('date.nextHour'),
    prevMinute: t('date.previousMinute'),
    nextMinute: t('date.nextMinute'),
    prevSecond: t('date.previousSecond'),
    nextSecond: t('date.nextSecond'),
  };
  addLocale(language, texts);
  return language;
}
