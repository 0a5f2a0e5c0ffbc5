import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { formatAmount } from '#renderer/kit/i18n/format.ts';
import { sentences } from '#renderer/kit/i18n/sentences.ts';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { saveFile } from '#renderer/kit/ui/files.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { Payout, PayoutLine } from '#shared/contract/payout.ts';
import type { Period } from '#shared/contract/season.ts';
import { differences } from '#shared/season/payout.ts';
import { formatMoment } from './cellText.ts';
import { PayoutPrint } from './PayoutPrint.tsx';
import { DeductionsDialog, RulesDialog } from './payoutDialogs.tsx';
import { differenceSheet, payoutSheet } from './payoutSheet.ts';
import styles from './ReportPage.module.css';
import { ReportTable } from './ReportTable.tsx';
import { SheetExport } from './SheetExport.tsx';
import { operatorName } from './sheets.ts';

export interface PayoutViewProps {
  period: Period;
  /** Opens the shows behind the line of an anchor. */
  onShows(key: string): void;
}

/** What each anchor is paid for a period. A settled sheet stays as it is; what changed since is shown apart. */
export function PayoutView({ period, onShows }: PayoutViewProps) {
  const { t } = useTranslation();
  const { call, link } = useRingside();
  const { language } = useFormat();
  const problemText = useProblemText();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<PayoutLine | 'rules' | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shows', 'payout', period],
    queryFn: async () => (await call('payout.read', { period })).payout,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const reload = useCallback(
    () => void client.invalidateQueries({ queryKey: ['shows', 'payout'] }),
    [client],
  );
  // Another window may change the sheet at any time.
  useEffect(
    () =>
      link.onPush((push) => {
        if (push.push === 'payouts') reload();
      }),
    [link, reload],
  );
  const lines = data?.settled?.lines ?? data?.lines ?? [];
  const sheet = useMemo(
    () => (data === undefined ? null : payoutSheet(data, { t, language })),
    [data, t, language],
  );
  if (error !== null) {
    return (
      <div className={`panel ${styles.body}`}>
        <EmptyState icon="exclamation-triangle" title={problemText(problemOf(error))}>
          <Button label={t('action.retryNow')} onClick={() => void refetch()} />
        </EmptyState>
      </div>
    );
  }
  if (data === undefined || sheet === null) return <div className={`skeleton ${styles.body}`} />;
  const isOpen = data.settled === null;
  return (
    <>
      <PayoutBar payout={data} onRules={() => setDialog('rules')} onChanged={reload} />
      {data.settled !== null && <Settled payout={data} settled={data.settled} />}
      <History payout={data} />
      <div className={`panel ${styles.body}`} aria-busy={isFetching}>
        {lines.length === 0 ? (
          <EmptyState icon="calendar" title={t('season.none')} text={t('season.noneText')} />
        ) : (
          <ReportTable
            sheet={sheet}
            actions={{
              title: t('report.actions'),
              width: isOpen ? 84 : 46,
              of: (index) => {
                const line = lines[index];
                return line === undefined ? null : (
                  <>
                    <Button
                      small
                      look="text"
                      icon="list"
                      ariaLabel={t('season.showsOf', { name: line.name })}
                      onClick={() => onShows(line.key)}
                    />
                    {isOpen && (
                      <Button
                        small
                        look="text"
                        icon="minus-circle"
                        ariaLabel={t('payout.deductFrom', { name: line.name })}
                        onClick={() => setDialog(line)}
                      />
                    )}
                  </>
                );
              },
            }}
          />
        )}
      </div>
      {dialog === 'rules' && (
        <RulesDialog rules={data.rules} onSaved={reload} onClose={() => setDialog(null)} />
      )}
      {dialog !== null && dialog !== 'rules' && (
        <DeductionsDialog period={period} line={dialog} onSaved={reload} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

interface PayoutBarProps {
  payout: Payout;
  onRules(): void;
  onChanged(): void;
}

/** The rules in words, the sum, and what can be done with the sheet. */
function PayoutBar({ payout, onRules, onChanged }: PayoutBarProps) {
  const { t } = useTranslation();
  const { asks, attempt, platform, showProblem } = useRingside();
  const { language } = useFormat();
  /** The number of the print that runs, so that a second one is another one, and whether it makes a PDF. */
  const [printing, setPrinting] = useState<{ number: number; pdf: boolean } | null>(null);
  const print = (pdf: boolean) => setPrinting({ number: (printing?.number ?? 0) + 1, pdf });
  const { period, rules, settled } = payout;
  const words = { t, language };
  const lines = settled?.lines ?? payout.lines;
  const expected = lines.reduce((sum, { total }) => sum + total, 0);
  const sum = `${formatAmount(expected, language)} ${rules.currency}`.trim();
  const settle = async () => {
    const sure = await asks.getState().ask({
      title: { key: 'payout.settle' },
      text: { key: 'payout.settleAsk', params: { sum } },
      confirm: { key: 'payout.settle' },
    });
    if (!sure) return;
    await attempt('payout.settle', { period, expected });
    onChanged();
  };
  const reopen = async () => {
    const sure = await asks.getState().ask({
      title: { key: 'payout.reopen' },
      text: { key: 'payout.reopenAsk' },
      confirm: { key: 'payout.reopen' },
      danger: true,
    });
    if (!sure) return;
    await attempt('payout.reopen', { period });
    onChanged();
  };
  const savePdf = async () => {
    try {
      const answer = await platform.app?.printPdf({});
      if (answer === undefined) return;
      if (!answer.ok) return showProblem(answer.problem);
      const { fileName } = await import('./export/exportReport.ts');
      const bytes = Uint8Array.from(atob(answer.result.data), (char) => char.charCodeAt(0));
      const days = [formatMoment(period.from).slice(0, 10), formatMoment(period.until - 1).slice(0, 10)];
      const name = fileName([...days, t('payout.statement')], 'pdf');
      saveFile(name, new Blob([bytes], { type: 'application/pdf' }));
    } catch (error) {
      showProblem(problemOf(error));
    }
  };
  return (
    <div className={styles.head}>
      <span className={styles.sum}>
        <b>{t('payout.sum', { sum })}</b>{' '}
        <span className="muted small">
          {sentences(
            rules.worth === 0
              ? t('payout.noWorth')
              : t(`payout.rule.${rules.unit}`, {
                  worth: `${formatAmount(rules.worth / 100, language)} ${rules.currency}`.trim(),
                  share: rules.share / 10,
                }),
            t(`payout.rounded.${rules.rounding}.${rules.whole ? 'whole' : 'hundredths'}`),
          )}
        </span>
      </span>
      {settled === null ? (
        <>
          <Button small look="outlined" icon="sliders-h" label={t('payout.rules')} onClick={onRules} />
          <Button
            small
            icon="lock"
            label={t('payout.settle')}
            disabled={lines.length === 0 || period.until > Date.now()}
            onClick={() => void settle()}
          />
        </>
      ) : (
        <Button
          small
          look="outlined"
          icon="lock-open"
          label={t('payout.reopen')}
          onClick={() => void reopen()}
        />
      )}
      <Button
        small
        look="outlined"
        icon="print"
        label={t('payout.print')}
        disabled={lines.length === 0}
        onClick={() => print(false)}
      />
      {platform.app !== null && (
        <Button
          small
          look="outlined"
          icon="file-pdf"
          label={t('payout.pdf')}
          busy={printing?.pdf === true}
          disabled={lines.length === 0 || printing?.pdf === true}
          onClick={() => print(true)}
        />
      )}
      {printing !== null && (
        <PayoutPrint
          key={printing.number}
          payout={payout}
          print={printing.pdf ? savePdf : printPage}
          onDone={() => setPrinting(null)}
        />
      )}
      <SheetExport
        period={period}
        csv={() => payoutSheet(payout, words)}
        workbook={() => {
          const sheet = payoutSheet(payout, words);
          return { name: sheet.name, sheets: [sheet, differenceSheet(payout, words)] };
        }}
      />
    </div>
  );
}

/** Opens the dialog of the printer; resolves when it has closed. */
function printPage(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('afterprint', () => resolve(), { once: true });
    window.print();
  });
}

/** Who settled the sheet and when, and what has changed since. */
function Settled({ payout, settled }: { payout: Payout; settled: NonNullable<Payout['settled']> }) {
  const { t } = useTranslation();
  const when = useWhen();
  const changed = useDifferences(settled.lines, payout.lines);
  return (
    <>
      <div className="banner" role="status">
        <i className="pi pi-lock" aria-hidden="true" />
        <span>{t('payout.settledBy', { when: when(settled.at), by: operatorName(settled.by, t) })}</span>
      </div>
      {changed !== '' && (
        <div className="banner banner--warn" role="alert">
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />
          <span>
            {t('payout.changed')} {changed}
          </span>
        </div>
      )}
    </>
  );
}

/** Names each anchor whose line differs, with the difference; '' for none. */
function useDifferences(before: readonly PayoutLine[], now: readonly PayoutLine[]): string {
  const { t } = useTranslation();
  const { language, number } = useFormat();
  return differences(before, now)
    .map(({ name, total, diamonds }) =>
      t('payout.difference', {
        name,
        total: `${total > 0 ? '+' : ''}${formatAmount(total, language)}`,
        diamonds: `${diamonds > 0 ? '+' : ''}${number(diamonds)}`,
      }),
    )
    .join(' · ');
}

/** Who settled a sheet and opened it again, and what differs from the last settlement. */
function History({ payout: { history, rules, lines, settled } }: { payout: Payout }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const when = useWhen();
  const last = history.at(-1);
  const differs = useDifferences(last?.lines ?? [], last?.lines === undefined ? [] : lines);
  // A sheet that was settled once says so in its banner.
  if (history.length < 2) return null;
  return (
    <details className={styles.history}>
      <summary>{t('payout.history')}</summary>
      <ol>
        {history.map(({ did, at, by, sum }) => (
          <li key={`${at} ${did}`}>
            {t(`payout.did.${did}`, { when: when(at), by: operatorName(by, t) })}
            {sum !== undefined &&
              ` ${t('payout.sum', { sum: `${formatAmount(sum, language)} ${rules.currency}`.trim() })}`}
          </li>
        ))}
      </ol>
      {settled === null && last?.lines !== undefined && (
        <p role="status">
          {differs === '' ? t('payout.noDifference') : `${t('payout.sinceReopened')} ${differs}`}
        </p>
      )}
    </details>
  );
}
