import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

interface Instruction {
  name: string;
  rest: string;
}

/** The instructions of a Dockerfile in order, each on one line. */
export const readInstructions = (text: string): Instruction[] =>
  text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      if (name === undefined || rest === undefined) throw new Error(`not an instruction: ${line}`);
      return { name, rest };
    });

/**
 * Returns the base image of each stage, with the arguments of `--build-arg`. Throws for a variable without an ARG
 * before the first stage.
 */
export function baseImages(
  instructions: readonly Instruction[],
  given: Record<string, string> = {},
): string[] {
  const args = new Map<string, string>();
  const images: string[] = [];
  for (const { name, rest } of instructions) {
    if (name === 'ARG' && images.length === 0) {
      const [variable = '', fallback = ''] = rest.split('=', 2);
      args.set(variable, given[variable] ?? fallback);
    }
    if (name !== 'FROM') continue;
    const [reference = ''] = rest.split(' ');
    const image = reference.replace(/\$\{(\w+)\}/g, (_whole, variable: string) => args.get(variable) ?? '');
    if (image === '') throw new Error(`FROM ${rest}: the argument has no value`);
    images.push(image);
  }
  return images;
}

/** The user of the official Node images that the instructions name `node`. */
export const IMAGE_USER = { name: 'node', uid: 1000, gid: 1000 };

/** A stage of an image. The folder `root` replaces its file system. */
export interface Image {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  command: string[];
}

interface BuildOptions {
  dockerfile: string;
  /** The build context and its ignore file. */
  context: string;
  ignoreFile: string;
  /** An empty folder for the stages. */
  folder: string;
  /** Added to the environment of each RUN. */
  env: Record<string, string>;
}

/**
 * Runs the instructions of a Dockerfile without Docker, with a folder for each stage's file system. The base image is
 * only the Node that runs this process. Rejects where Docker would fail.
 */
export async function buildImage(options: BuildOptions): Promise<Image> {
  const sent = readIgnoreFile(readFileSync(options.ignoreFile, 'utf8'));
  const stages = new Map<string, Image>();
  const instructions = readInstructions(readFileSync(options.dockerfile, 'utf8'));
  baseImages(instructions);
  let image: Image | null = null;
  for (const { name, rest } of instructions) {
    // Only the base images use arguments.
    if (name === 'ARG' && image === null) continue;
    if (name === 'FROM') {
      const [, alias = 'final'] = / AS (\w+)$/.exec(rest) ?? [];
      image = newStage(join(options.folder, alias));
      stages.set(alias, image);
      continue;
    }
    if (image === null) throw new Error(`${name} before FROM`);
    if (name === 'WORKDIR') {
      image.workdir = rest;
      mkdirSync(join(image.root, rest), { recursive: true });
    } else if (name === 'ENV') Object.assign(image.env, readPairs(rest));
    else if (name === 'USER') image.user = rest;
    else if (name === 'CMD') image.command = z.array(z.string()).parse(JSON.parse(rest));
    else if (name === 'RUN') await run(image, rest, options.env);
    else if (name === 'COPY') copy(image, rest, { ...options, sent, stages });
    else if (!['EXPOSE', 'VOLUME', 'HEALTHCHECK'].includes(name))
      throw new Error(`${name} is not known here`);
  }
  if (image === null) throw new Error('there is no stage');
  return image;
}

/** The environment of a process in an image, with absolute paths moved into the folder of the image. */
export const imageEnv = ({ root, env }: Image): Record<string, string> => ({
  PATH: `${join(root, 'usr/local/bin')}:${process.env.PATH ?? ''}`,
  HOME: root,
  ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inFolder(value, root)])),
});

function newStage(root: string): Image {
  const bin = join(root, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(process.execPath, join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  return { root, workdir: '/', env: {}, user: 'root', command: [] };
}

/** Reads the top-level names in the build context: the ignore file excludes all names and lists exceptions. */
function readIgnoreFile(text: string): Set<string> {
  const [first, ...others] = text.split('\n').filter((line) => line !== '');
  if (first !== '*' || others.some((line) => !/^![\w.-]+$/.test(line))) {
    throw new Error('only a `*` and exceptions of the top folder are understood');
  }
  return new Set(others.map((line) => line.slice(1)));
}

const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

/** Moves the absolute paths in a text into a folder. */
const inFolder = (text: string, root: string): string => text.replace(/(^|\s)(?=\/)/g, `$1${root}`);

async function run(image: Image, command: string, env: Record<string, string>): Promise<void> {
  const { name, uid, gid } = IMAGE_USER;
  const isRoot = process.getuid?.() === 0;
  // Only root can change owners; otherwise all files belong to the current user.
  const owner = isRoot ? `${uid}:${gid}` : `${process.getuid?.()}:${process.getgid?.()}`;
  const text = inFolder(command, image.root).replaceAll(`${name}:${name}`, owner);
  const child = spawn('sh', ['-c', text], {
    cwd: join(image.root, image.workdir),
    env: { ...env, ...imageEnv(image) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`RUN ${command} ended with ${String(code)}:\n${output}`);
}

interface CopyFrom {
  context: string;
  sent: ReadonlySet<string>;
  stages: ReadonlyMap<string, Image>;
}

function copy(image: Image, rest: string, { context, sent, stages }: CopyFrom): void {
  const [, stage, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? [];
  const from = stage === undefined ? context : stages.get(stage)?.root;
  if (from === undefined) throw new Error(`COPY ${rest}: there is no such stage`);
  const sources = paths.split(' ');
  const to = sources.pop() ?? '';
  const target = to.startsWith('/') ? join(image.root, to) : join(image.root, image.workdir, to);
  for (const source of sources) {
    const path = join(from, source);
    const isThere = existsSync(path) && (stage !== undefined || sent.has(source.split('/')[0] ?? ''));
    if (!isThere) throw new Error(`COPY ${rest}: ${source} is not sent to the builder`);
    const place = statSync(path).isFile() && to.endsWith('/') ? join(target, basename(source)) : target;
    mkdirSync(dirname(place), { recursive: true });
    cpSync(path, place, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  }
}
