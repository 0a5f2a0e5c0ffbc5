import { useTranslation } from 'react-i18next';
import { ApiError, errorText, TransportError } from '#renderer/data/api/apiError.ts';
import { formatDuration, formatShare } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { apiCodes } from '#shared/contract/api/call.ts';
import type { StatusProblem } from '#shared/contract/api/status.ts';
import styles from './status.module.css';

interface Shown {
  id: string;
  critical: boolean;
  title: string;
  /** Tells the operator what to do. */
  todo: string;
}

/** Lists the server's problems with instructions; problems that lose gifts come first. */
export function Problems(props: { problems: readonly StatusProblem[] | null; error: Error | null }) {
  const { problems, error } = props;
  const { t } = useTranslation();
  const tell = useTell();
  const tellError = useTellError();
  const shown = [...(error === null ? [] : [tellError(error)]), ...(problems ?? []).map(tell)];
  if (shown.length === 0) {
    if (problems === null) return null;
    return (
      <p className={styles.well}>
        <span className="dot dot--good" aria-hidden="true" />
        {t('admin.overview.well')}
      </p>
    );
  }
  return (
    <ul className={styles.problems} aria-label={t('admin.overview.problems')}>
      {shown.map(({ id, critical, title, todo }) => (
        <li key={id} className={critical ? `${styles.problem} ${styles.critical}` : styles.problem}>
          <i className={`pi pi-${critical ? 'times-circle' : 'exclamation-triangle'}`} aria-hidden="true" />
          <div>
            <p className="strong">
              <span className="only-for-readers">
                {critical ? t('admin.overview.critical') : t('admin.overview.warning')}{' '}
              </span>
              {title}
            </p>
            {todo !== '' && <p>{todo}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function useTell() {
  const { t } = useTranslation();
  const { language, number } = useFormat();
  const titleOf = ({ kind, value, seats }: StatusProblem): string => {
    switch (kind) {
      case 'diskFull':
        return t('admin.overview.problem.diskFull');
      case 'showBlocked':
        return t('admin.overview.problem.showBlocked', { count: value });
      case 'showFailed':
        return t('admin.overview.problem.showFailed', { count: value });
      case 'upstreamAway':
        return t('admin.overview.problem.upstreamAway', { time: formatDuration(value * 1000) });
      case 'diskSpace':
        return t('admin.overview.problem.diskSpace', { share: formatShare(value, language) });
      case 'slowDisk':
        return t('admin.overview.problem.slowDisk', { ms: number(value * 1000) });
      case 'lag':
        return t('admin.overview.problem.lag', { ms: number(value * 1000) });
      case 'recordings':
        return t('admin.overview.problem.recordings', { time: formatDuration(value * 1000) });
      case 'seats': {
        const what = seats === null ? '' : t(`admin.overview.seats.${seats}`);
        return t('admin.overview.problem.seats', { what, share: formatShare(value, language) });
      }
    }
  };
  return (problem: StatusProblem): Shown => ({
    id: `${problem.kind} ${problem.seats ?? ''}`,
    critical: problem.severity === 'critical',
    title: titleOf(problem),
    todo: t(`admin.overview.todo.${problem.kind}`),
  });
}

/** Returns a function that describes why the figures did not load. */
function useTellError() {
  const { t } = useTranslation();
  const text = useText();
  return (error: Error): Shown => {
    const isDatabase = error instanceof ApiError && error.code === apiCodes.unavailable;
    if (isDatabase || error instanceof TransportError) {
      const kind = isDatabase ? 'databaseDown' : 'down';
      return {
        id: kind,
        critical: true,
        title: t(`admin.overview.problem.${kind}`),
        todo: t(`admin.overview.todo.${kind}`),
      };
    }
    return { id: 'error', critical: true, title: text(errorText(error)), todo: '' };
  };
}
