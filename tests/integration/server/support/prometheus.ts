const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/gy;

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses Prometheus' text format strictly. Throws if a line is invalid. */
export function readMetrics(text: string) {
  if (!text.endsWith('\n')) throw new Error('the text does not end with a line break');
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.slice(0, -1).split('\n')) {
    const [, described, type = ''] =
      new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line) ?? [];
    if (described !== undefined && types.has(described)) throw new Error(`${described} is described twice`);
    if (described !== undefined) types.set(described, type);
    else if (line !== '' && !line.startsWith('# HELP ')) samples.push(readSample(line, types));
  }
  const labelled = (name: string, wanted: Record<string, string>) =>
    samples.filter(
      (each) =>
        each.name === name && Object.entries(wanted).every(([label, value]) => each.labels[label] === value),
    );
  return {
    /** The names of all described metrics. */
    names: new Set(types.keys()),
    /** The value of the only sample with this name and these labels. Throws if there is not exactly one. */
    value(name: string, labels: Record<string, string> = {}): number {
      const [found, ...more] = labelled(name, labels);
      if (found === undefined || more.length > 0) throw new Error(`there is not one ${name}`);
      return found.value;
    },
    /** The counts of a histogram's buckets in the order of the text. */
    bucketsOf: (name: string, labels: Record<string, string>) =>
      labelled(`${name}_bucket`, labels).map(({ value }) => value),
  };
}

function readSample(line: string, types: ReadonlyMap<string, string>): Sample {
  const [, name, inner = '', number = ''] = SAMPLE.exec(line) ?? [];
  const value = Number(number);
  if (name === undefined || number === '' || Number.isNaN(value)) throw new Error(`not a sample: ${line}`);
  const family = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '');
  if (!types.has(family)) throw new Error(`${name} is not described before it`);
  const pairs = [...inner.matchAll(LABEL)];
  if (pairs.map(([whole]) => whole).join('') !== inner) throw new Error(`not labels: ${inner}`);
  return { name, labels: Object.fromEntries(pairs.map(([, label, text]) => [label, text ?? ''])), value };
}
