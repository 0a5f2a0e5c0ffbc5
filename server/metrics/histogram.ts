export type Labels = Readonly<Record<string, string>>;

interface Series {
  labels: Labels;
  /** How many values are at most each bound, cumulated. */
  counts: number[];
  sum: number;
  count: number;
}

/** A histogram of Prometheus: it only grows, so that any number of monitors can read it at any time. */
export class Histogram {
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  /** `bounds` are the upper bounds of the buckets, ascending. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(value: number, labels: Labels = {}): void {
    const key = JSON.stringify(labels);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    for (const [index, bound] of this.#bounds.entries()) {
      if (value <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1;
    }
    series.sum += value;
    series.count += 1;
  }

  lines(): string[] {
    const { name } = this;
    const lines = head(name, this.help, 'histogram');
    for (const { labels, counts, sum, count } of this.#series.values()) {
      for (const [index, bound] of this.#bounds.entries())
        lines.push(sample(`${name}_bucket`, { ...labels, le: String(bound) }, counts[index] ?? 0));
      lines.push(
        sample(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
        sample(`${name}_sum`, labels, sum),
        sample(`${name}_count`, labels, count),
      );
    }
    return lines;
  }
}

/** The two lines that describe a metric. */
export const head = (name: string, help: string, type: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

/** One line of Prometheus' text format. */
export function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  );
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}
