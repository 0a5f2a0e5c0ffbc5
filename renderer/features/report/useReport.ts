import { useCallback, useEffect, useRef, useState } from 'react';
import { useRingside, useShowPhase } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import type { Show } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { AuditEntry, Report, ReportFilter, ReportViewer } from '#shared/contract/report.ts';

const PAGE = 500;

export interface Loaded<T> {
  /** The last that was read; it stays while the next is on its way. */
  value: T | null;
  busy: boolean;
  problem: Problem | null;
}

/** Reads whenever `key` or `read` changes; without a key nothing. What is overtaken is dropped. */
function useLoaded<T>(key: string | null, read: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ value: null, busy: true, problem: null });
  useEffect(() => {
    if (key === null) return;
    let overtaken = false;
    const put = (next: (before: Loaded<T>) => Loaded<T>) => {
      if (!overtaken) setLoaded(next);
    };
    put((before) => ({ ...before, busy: true }));
    read().then(
      (value) => put(() => ({ value, busy: false, problem: null })),
      (error: unknown) => put(() => ({ value: null, busy: false, problem: problemOf(error) })),
    );
    return () => {
      overtaken = true;
    };
  }, [key, read]);
  return loaded;
}

/** The shows that there are, newest first. They are read anew with every `turn`, and when another one opens. */
export function useShows(turn: number): Loaded<Show[]> {
  const { call } = useRingside();
  const { phase, showId } = useShowPhase();
  const key = phase === 'none' || phase === 'following' ? `${turn} ${showId}` : null;
  const read = useCallback(async () => (await call('show.list', {})).shows, [call]);
  return useLoaded(key, read);
}

export function useReport(showId: string | null, filter: ReportFilter, turn: number): Loaded<Report> {
  const { call } = useRingside();
  const read = useCallback(async () => {
    const { report } = await call('report.read', { ...(showId === null ? {} : { showId }), filter });
    return report;
  }, [call, showId, filter]);
  return useLoaded(showId === null ? null : String(turn), read);
}

export interface Paged<T> {
  items: T[];
  total: number;
  busy: boolean;
  more(): void;
}

/** The users of a report, page after page as they are scrolled to. */
export function useUsers(report: Report, filter: ReportFilter): Paged<ReportViewer> {
  const { call } = useRingside();
  const { showId } = report;
  const read = useCallback(
    async (items: ReportViewer[]) => {
      const offset = items.length;
      const page = await call('report.viewers', { showId, filter, sort: 'votes', offset, limit: PAGE });
      return { items: [...items, ...page.viewers], total: page.total };
    },
    [call, showId, filter],
  );
  return usePaged(read, report.at);
}

/** What operators decided, newest first. */
export function useAudit(report: Report): Paged<AuditEntry> {
  const { call } = useRingside();
  const { showId } = report;
  const read = useCallback(
    async (items: AuditEntry[]) => {
      const last = items.at(-1)?.seq;
      const page = await call('report.audit', {
        ...{ showId, limit: PAGE },
        ...(last === undefined ? {} : { before: last }),
      });
      const all = [...items, ...page.entries];
      return { items: all, total: page.next === null ? all.length : all.length + 1 };
    },
    [call, showId],
  );
  return usePaged(read, report.at);
}

/** Begins anew with another `read` or another version of the report. */
function usePaged<T>(
  read: (items: T[]) => Promise<{ items: T[]; total: number }>,
  version: number,
): Paged<T> {
  const { showProblem } = useRingside();
  const [state, setState] = useState({ items: [] as T[], total: 0, busy: true, version });
  const next = useRef(() => {});
  useEffect(() => {
    let overtaken = false;
    let reading = false;
    let page: { items: T[]; total: number } = { items: [], total: 1 };
    const readOn = async () => {
      if (reading || overtaken || page.items.length >= page.total) return;
      reading = true;
      try {
        page = await read(page.items);
        if (!overtaken) setState({ ...page, busy: false, version });
      } catch (error) {
        if (!overtaken) showProblem(problemOf(error));
      } finally {
        reading = false;
      }
    };
    next.current = () => void readOn();
    setState({ items: [], total: 0, busy: true, version });
    void readOn();
    return () => {
      overtaken = true;
    };
  }, [read, version, showProblem]);
  return {
    items: state.items,
    total: state.total,
    busy: state.busy,
    more: useCallback(() => next.current(), []),
  };
}
