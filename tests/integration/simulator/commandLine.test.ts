import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchCookie, lookUp, PlainClient } from './plainClient.ts';

const node = resolve('node_modules/.bin/node');
const children: ChildProcess[] = [];
const clients: PlainClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.kill();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const direct = [node, 'tests/simulator/main.ts'];
const throughNpm = ['npm', 'run', '--silent', 'simulate', '--'];

function simulate(args: readonly string[], stdin: 'pipe' | 'ignore' = 'pipe', command = direct) {
  const [program = '', ...before] = command;
  const child = spawn(program, [...before, ...args], { stdio: [stdin, 'pipe', 'pipe'] });
  children.push(child);
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the simulator has no output');
  let output = '';
  let errors = '';
  stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const address = new Promise<{ webUrl: string; wsUrl: string }>((found) => {
    createInterface(stderr).on('line', (line) => {
      errors += `${line}\n`;
      const [, webUrl, wsUrl] = /(http:\S+).*(ws:\S+)/.exec(line) ?? [];
      if (webUrl !== undefined && wsUrl !== undefined) found({ webUrl, wsUrl });
    });
  });
  const exit = once(child, 'close').then(([code]: unknown[]) => ({ code, output, errors }));
  return { child, address, exit };
}

async function join(address: Promise<{ webUrl: string; wsUrl: string }>, username: string) {
  const { webUrl, wsUrl } = await address;
  const cookie = await fetchCookie(webUrl);
  const client = new PlainClient({ wsUrl, roomId: await lookUp(webUrl, username), cookie });
  clients.push(client);
  return client;
}

describe('npm run simulate', () => {
  it('plays a script to its end and prints the delivered counts', async () => {
    const run = simulate('--script rush --seconds 5 --speed 0 --username mika --seed 4'.split(' '));
    const client = await join(run.address, 'mika');
    const { code, output } = await run.exit;
    expect(code).toBe(0);
    const truth: Record<string, unknown> = JSON.parse(output);
    const received = new Set(client.messages.map((message) => message.msgId));
    expect(truth).toMatchObject({ allMessages: received.size, unacked: 0, lostMessages: 0 });
    expect(truth.gifts).toBeGreaterThan(50);
    expect(truth.bySenderAndGift).toContainEqual({
      userId: expect.stringMatching(/^\d{19}$/),
      giftId: expect.any(Number),
      name: expect.any(String),
      count: expect.any(Number),
      diamonds: expect.any(Number),
    });
  });

  it.each(['SIGINT', 'SIGTERM', 'stdin'] as const)(
    'prints the counts when it is stopped by %s',
    async (how) => {
      const run = simulate(['--script', 'rush', '--gifts-per-second', '200']);
      const client = await join(run.address, 'simulator');
      await client.until(() => client.messages.length > 50);
      if (how === 'stdin') run.child.stdin?.end();
      else run.child.kill(how);
      const { code, output } = await run.exit;
      expect(code).toBe(0);
      const truth: { allMessages: number } = JSON.parse(output);
      expect(truth.allMessages).toBeGreaterThan(50);
    },
  );

  it('prints the counts and exits when npm itself is stopped', async () => {
    const run = simulate(['--script', 'rush'], 'ignore', throughNpm);
    const client = await join(run.address, 'simulator');
    await client.until(() => client.messages.length > 20);
    run.child.kill('SIGTERM');
    const { output } = await run.exit;
    const truth: { allMessages: number } = JSON.parse(output);
    expect(truth.allMessages).toBeGreaterThan(20);
    await client.until(() => client.closed);
  });

  it('keeps playing in the background, without standard input', async () => {
    const run = simulate('--script rush --seconds 20 --speed 20'.split(' '), 'ignore');
    const client = await join(run.address, 'simulator');
    const { code, output } = await run.exit;
    expect(code).toBe(0);
    const truth: { allMessages: number } = JSON.parse(output);
    expect(truth.allMessages).toBe(new Set(client.messages.map((message) => message.msgId)).size);
    expect(truth.allMessages).toBeGreaterThan(200);
  });

  it('reports an invalid command in a sentence, and fails', async () => {
    const { code, output, errors } = await simulate(['--script', 'nope']).exit;
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(/^There is no script "nope"\. There are: /);
    expect(errors).not.toContain('    at ');
  });

  it('reports that a port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, errors } = await simulate(['--port', String(port)]).exit;
    server.close();
    expect([code, errors]).toEqual([1, 'The port is in use; choose another one with --port.\n']);
  });
});
