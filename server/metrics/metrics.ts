/** Upper bounds of the histogram of answer times, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

type Labels = Readonly<Record<string, string>>;

interface Histogram {
  counts: number[];
  sum: number;
  count: number;
}

/** A value that is read when it is asked for. */
export interface Gauge {
  name: string;
  help: string;
  /** A counter only ever grows. */
  type?: 'gauge' | 'counter';
  read(): number;
}

/** Counts calls, and writes that and everything else that is measured as Prometheus reads it. */
export class Metrics {
  readonly #gauges: Gauge[] = [];
  readonly #calls = new Map<string, { labels: Labels; count: number }>();
  readonly #times = new Map<string, { labels: Labels; histogram: Histogram }>();

  add(...gauges: readonly Gauge[]): void {
    this.#gauges.push(...gauges);
  }

  /** One call was answered; `path` is the call's pattern, never what somebody typed. */
  answered(method: string, path: string, status: number, seconds: number): void {
    const labels = { method, path };
    const counted = { ...labels, status: String(status) };
    const key = JSON.stringify(counted);
    const call = this.#calls.get(key) ?? { labels: counted, count: 0 };
    call.count += 1;
    this.#calls.set(key, call);
    const timesKey = JSON.stringify(labels);
    const empty = { counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
    const { histogram } = this.#times.get(timesKey) ?? { histogram: empty };
    histogram.counts = histogram.counts.map((n, index) => n + (seconds <= (BOUNDS[index] ?? 0) ? 1 : 0));
    histogram.sum += seconds;
    histogram.count += 1;
    this.#times.set(timesKey, { labels, histogram });
  }

  /** Everything in Prometheus' text format. */
  text(): string {
    const lines: string[] = [];
    for (const { name, help, type = 'gauge', read } of this.#gauges) {
      lines.push(...head(name, help, type), `${name} ${read()}`);
    }
    const calls = 'ringside_http_requests_total';
    lines.push(...head(calls, 'Calls that were answered.', 'counter'));
    for (const { labels, count } of this.#calls.values()) lines.push(`${calls}${braces(labels)} ${count}`);
    const times = 'ringside_http_request_duration_seconds';
    lines.push(...head(times, 'How long answering took.', 'histogram'));
    for (const { labels, histogram } of this.#times.values()) {
      for (const [index, bound] of BOUNDS.entries()) {
        const le = braces({ ...labels, le: String(bound) });
        lines.push(`${times}_bucket${le} ${histogram.counts[index] ?? 0}`);
      }
      lines.push(
        `${times}_bucket${braces({ ...labels, le: '+Inf' })} ${histogram.count}`,
        `${times}_sum${braces(labels)} ${histogram.sum}`,
        `${times}_count${braces(labels)} ${histogram.count}`,
      );
    }
    return `${lines.join('\n')}\n`;
  }
}

const head = (name: string, help: string, type: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function braces(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  );
  return `{${pairs.join(',')}}`;
}
