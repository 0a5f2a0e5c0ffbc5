import { parseArgs } from 'node:util';
import { FaultError, parseFaults } from './faults.ts';
import { isScriptName, scriptNames } from './scripts.ts';
import type { SimulatorOptions } from './simulator.ts';

export const usage = `npm run simulate -- [--port P] [--username NAME] [--recording FILE | --script NAME] [--speed N]
  [--fault LIST] [--seed N] [--gifts-per-second N] [--seconds N] [--clock N]

  --port P              the port to listen on; any free one without it
  --username NAME       the only user who is live (simulator)
  --recording FILE      plays a recording, gzipped or not
  --script NAME         plays a script instead: ${scriptNames.join(', ')} (mixed)
  --speed N             1 is real time, 10 ten times as fast, 0 as fast as the client takes it (1)
  --fault LIST          for example duplicate,reorder,cut=40; see tests/simulator/faults.ts
  --seed N              another show, other faults (1)
  --gifts-per-second N  how busy the script is, up to 1000
  --clock N             the platform's clock is N seconds ahead of this computer's, negative: behind (0)
  --seconds N           ends the script after N seconds of its own time

Prints what was delivered as JSON when the script ends, on Ctrl-C, or when its input is closed.`;

/** An invalid command line. The message is a sentence for the user. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** Parses a command line. Returns `help` for --help. Throws an ArgumentError if an option is invalid. */
export function readArguments(args: readonly string[]): SimulatorOptions | 'help' {
  const values = parse(args);
  if (values.help === true) return 'help';
  if (values.recording !== undefined && values.script !== undefined) {
    throw new ArgumentError('Give either --recording or --script, not both.');
  }
  const options: SimulatorOptions = {
    port: readNumber('port', values.port ?? '0', 0, 65_535, true),
    speed: readNumber('speed', values.speed ?? (values.script === 'million' ? '0' : '1'), 0, 1000, false),
    seed: readNumber('seed', values.seed ?? '1', 0, Number.MAX_SAFE_INTEGER, true),
  };
  if (values.username !== undefined) options.username = readUsername(values.username);
  if (values.recording !== undefined) options.recording = values.recording;
  if (values.script !== undefined) {
    if (!isScriptName(values.script)) {
      throw new ArgumentError(`There is no script "${values.script}". There are: ${scriptNames.join(', ')}.`);
    }
    options.script = values.script;
  }
  if (values.fault !== undefined) options.faults = readFaults(values.fault);
  if (values['gifts-per-second'] !== undefined) {
    options.giftsPerSecond = readNumber('gifts-per-second', values['gifts-per-second'], 0.01, 1000, false);
  }
  if (values.seconds !== undefined) {
    options.seconds = readNumber('seconds', values.seconds, 0.001, 1_000_000, false);
  }
  if (values.clock !== undefined) {
    options.clock = readNumber('clock', values.clock, -1_000_000, 1_000_000, false);
  }
  return options;
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: joinNegatives(args),
      options: {
        port: text,
        username: text,
        recording: text,
        script: text,
        speed: text,
        fault: text,
        seed: text,
        'gifts-per-second': text,
        seconds: text,
        clock: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

/** Joins `--clock -7` to `--clock=-7`: `parseArgs` reads a value with a leading dash as another option. */
function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    if (joined.at(-1) === '--clock') joined[joined.length - 1] = `--clock=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function readNumber(name: string, value: string, least: number, most: number, whole: boolean): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!(number >= least && number <= most) || (whole && !Number.isInteger(number))) {
    const kind = whole ? 'a whole number' : 'a number';
    throw new ArgumentError(`--${name} takes ${kind} from ${least} to ${most}, not "${value}".`);
  }
  return number;
}

function readUsername(value: string): string {
  const username = value.trim().replace(/^@/, '');
  if (!/^[\w.]{1,64}$/.test(username)) {
    throw new ArgumentError(`--username takes letters, digits, dots and underscores, not "${value}".`);
  }
  return username;
}

function readFaults(list: string): NonNullable<SimulatorOptions['faults']> {
  try {
    return parseFaults(list);
  } catch (error) {
    throw error instanceof FaultError ? new ArgumentError(error.message) : error;
  }
}
