import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDuration } from '#renderer/kit/i18n/format.ts';
import { htmlLang } from '#renderer/kit/i18n/i18n.ts';
import { sentences } from '#renderer/kit/i18n/sentences.ts';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import type { Payout, PayoutLine } from '#shared/contract/payout.ts';
import styles from './PayoutPrint.module.css';
import { operatorName } from './sheets.ts';

interface PayoutPrintProps {
  payout: Payout;
  /** Prints the page; resolves when that has ended. */
  print(): Promise<void>;
  onDone(): void;
}

/** Prints a payout, one A4 page for each anchor. Only printers and PDFs show it. */
export function PayoutPrint({ payout, print, onDone }: PayoutPrintProps) {
  const latest = useRef({ print, onDone });
  useEffect(() => {
    const { print: run, onDone: end } = latest.current;
    void run().then(end);
  }, []);
  const lines = payout.settled?.lines ?? payout.lines;
  return createPortal(
    <div className={styles.print} data-print>
      {lines.map((line) => (
        <AnchorPage key={line.key} payout={payout} line={line} />
      ))}
    </div>,
    document.body,
  );
}

function AnchorPage({ payout, line }: { payout: Payout; line: PayoutLine }) {
  const { t } = useTranslation();
  const { language, number, votes } = useFormat();
  const when = useWhen();
  const { period, rules, settled } = payout;
  const days = new Intl.DateTimeFormat(htmlLang[language], { dateStyle: 'long' });
  const decimals = [line.credit, line.bonus, line.base, line.total].some((each) => each % 100 !== 0);
  const amount = (hundredths: number) =>
    `${formatAmount(hundredths, language, decimals)} ${rules.currency}`.trim();
  const facts: [string, string][] = [
    [t('season.showCount'), number(line.shows)],
    [t('payout.length'), formatDuration(line.ms)],
    [t('report.won'), number(line.wins)],
    [t('report.diamonds'), number(line.diamonds)],
    [t('report.votes'), votes(line.votesTenths)],
  ];
  const amounts: [string, string][] = [
    [t('payout.credit'), amount(line.credit)],
    [t('payout.bonus'), amount(line.bonus)],
    [t('payout.base'), amount(line.base)],
    ...line.deductions.map((deduction): [string, string] => [
      deduction.note === '' ? t('payout.deducted') : `${t('payout.deducted')}: ${deduction.note}`,
      amount(-deduction.amount),
    ]),
  ];
  return (
    <section className={styles.page}>
      <header>
        <p>{t('payout.statement')}</p>
        <h1>{line.name}</h1>
        {line.account !== '' && <p>@{line.account}</p>}
        <p>{days.formatRange(period.from, period.until - 1)}</p>
      </header>
      <FactList facts={facts} />
      <FactList facts={amounts} />
      <p className={styles.total}>
        <span>{t('report.total')}</span>
        <span>{amount(line.total)}</span>
      </p>
      <p>
        {sentences(
          rules.worth > 0 &&
            t(`payout.rule.${rules.unit}`, {
              worth: amount(rules.worth / 100),
              share: rules.share / 10,
            }),
          t(`payout.rounded.${rules.rounding}.${rules.whole ? 'whole' : 'hundredths'}`),
        )}
      </p>
      <p>
        {settled === null
          ? t('payout.draft')
          : t('payout.settledBy', { when: when(settled.at), by: operatorName(settled.by, t) })}
      </p>
    </section>
  );
}

function FactList({ facts }: { facts: readonly [string, string][] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value], at) => (
        <div key={`${label}${String(at)}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
