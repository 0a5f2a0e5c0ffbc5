import { Histogram, head, type Labels, sample } from './histogram.ts';

/** Upper bounds of the histogram of answer times, in seconds. */
const ANSWER_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A value that is read when it is asked for. */
export interface Gauge {
  name: string;
  help: string;
  /** A counter only ever grows. */
  type?: 'gauge' | 'counter';
  /** One value, or one for each set of labels. */
  read(): number | readonly LabelledValue[];
}

export interface LabelledValue {
  labels: Labels;
  value: number;
}

/** Counts calls, and writes that and everything else that is measured in Prometheus' text format. */
export class Metrics {
  readonly #gauges: Gauge[] = [];
  readonly #calls = new Map<string, LabelledValue>();
  readonly #times = new Histogram(
    'ringside_http_request_duration_seconds',
    'How long answering took.',
    ANSWER_BOUNDS,
  );
  readonly #histograms: Histogram[] = [this.#times];

  add(...gauges: readonly Gauge[]): void {
    this.#gauges.push(...gauges);
  }

  addHistogram(histogram: Histogram): void {
    this.#histograms.push(histogram);
  }

  /** One call was answered; `path` is the call's pattern, never what somebody typed. */
  answered(method: string, path: string, status: number, seconds: number): void {
    const labels = { method, path, status: String(status) };
    const key = JSON.stringify(labels);
    const value = (this.#calls.get(key)?.value ?? 0) + 1;
    this.#calls.set(key, { labels, value });
    this.#times.observe(seconds, { method, path });
  }

  /** Everything in Prometheus' text format. */
  text(): string {
    const calls: Gauge = {
      name: 'ringside_http_requests_total',
      help: 'Calls that were answered.',
      type: 'counter',
      read: () => [...this.#calls.values()],
    };
    const lines = [...this.#gauges, calls].flatMap(({ name, help, type = 'gauge', read }) => {
      const values = read();
      const labelled = typeof values === 'number' ? [{ labels: {}, value: values }] : values;
      return [...head(name, help, type), ...labelled.map((each) => sample(name, each.labels, each.value))];
    });
    lines.push(...this.#histograms.flatMap((histogram) => histogram.lines()));
    return `${lines.join('\n')}\n`;
  }
}
