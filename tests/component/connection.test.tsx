import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { noSuchUserAnswer } from '#backstage/rehearsal/platform/answers.ts';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { HOST } from '#tests/support/duel.ts';
import {
  chooseOption,
  click,
  dialog,
  isGone,
  openTool,
  shows,
  type Tool,
  there,
  wholePage,
} from './tool.tsx';

/** A username that does not exist. The platform answers the look-up only when the test allows it. */
const SLOW = 'slow.to.find';

let asked: PromiseWithResolvers<void>;
let answer: PromiseWithResolvers<void>;
let simulator: SimulatorOptions;
beforeEach(() => {
  asked = Promise.withResolvers();
  answer = Promise.withResolvers();
  simulator = {
    answer: (call, about) => {
      if (call !== 'room' || about !== SLOW) return undefined;
      asked.resolve();
      return answer.promise.then(() => noSuchUserAnswer);
    },
  };
});

const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const field = () =>
  screen.findByRole<HTMLInputElement>('textbox', { name: 'Live room username', hidden: true });

const focusIsOn = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name));

async function connect({ user }: Tool, username: string): Promise<void> {
  fill(await field(), username);
  await user.type(await field(), '{Enter}');
}

describe('rehearsal', () => {
  it('has a mark of its own, and leaving it for a room is no news of another operator', async () => {
    const tool = await openTool({});
    await click(tool, 'Rehearsal');
    await waitFor(() => there(document.querySelector('.deck__words .dot--rehearsal')));
    await click(tool, /^Start/);
    await shows(wholePage, 'Counting');
    await tool.user.keyboard('f');
    await connect(tool, HOST);
    await click(tool, 'Switch', dialog);
    await shows(wholePage, `@${HOST}`);
    await waitFor(() => there(document.querySelector('.deck__words .dot--good')));
    await shows(wholePage, 'Choose a preset');
    expect(document.body.textContent).not.toContain('Another operator');
  });
});

describe('username of a room', () => {
  it('is rejected with a reason', async () => {
    const tool = await openTool({});
    await connect(tool, '');
    await shows(wholePage, 'Please enter the live room username first');
    await connect(tool, 'some/body');
    await waitFor(() => screen.getAllByRole('alert'));
    await connect(tool, 'x'.repeat(200));
    await connect(tool, 'nobody.at.all');
    await shows(() => document.querySelector<HTMLElement>('.deck__words'), /no such|not found|no user/i);
  });

  it('can be corrected during its look-up', async () => {
    const tool = await openTool({ simulator });
    await connect(tool, SLOW);
    await asked.promise;
    await connect(tool, HOST);
    await shows(wholePage, 'Connected.');
    answer.resolve();
    await tool.simulator.entered(1);
    // The username is stored when the call is answered, which is after the room's messages.
    await waitFor(() => expect(localStorage.getItem('ringside.settings')).toContain(HOST));
    await tool.reload();
    await shows(wholePage, 'Connected.');
    await waitFor(async () => expect((await field()).value).toBe(HOST));
  });

  it('can be typed during a look-up, whose answer keeps the typed text', async () => {
    const tool = await openTool({ simulator });
    await connect(tool, SLOW);
    await asked.promise;
    const input = await field();
    await tool.user.clear(input);
    await tool.user.type(input, 'host.of');
    answer.resolve();
    await shows(wholePage, 'There is no user with this name');
    await tool.user.type(input, '.the.show');
    expect(input.value).toBe(HOST);
    await tool.user.keyboard('{Enter}');
    await shows(wholePage, 'Connected.');
  });
});

describe('the question before a switch of the room', () => {
  it('is not answered by a second hasty Enter, but by Tab and Enter', async () => {
    const tool = await openTool({ preset: {} });
    await shows(wholePage, 'Counting');
    await tool.user.keyboard('f');
    await connect(tool, 'nobody.at.all');
    await shows('Switch the room?', 'that show ends here');
    await focusIsOn('Cancel');
    await tool.user.keyboard('{Enter}');
    await isGone(dialog);
    await shows(wholePage, 'Counting');
    expect((await field()).getAttribute('aria-invalid')).not.toBe('true');
    await connect(tool, 'nobody.at.all');
    await focusIsOn('Cancel');
    await tool.user.tab();
    await focusIsOn('Switch');
    await tool.user.keyboard('{Enter}');
    // Only a confirmed switch looks the room up.
    await shows(wholePage, /no user with this name/i);
  });
});

describe('username that was refused', () => {
  it('gives way to that of the open room once the form is folded', async () => {
    const tool = await openTool({});
    await connect(tool, HOST);
    await shows(wholePage, 'Connected.');
    // The field is free again once the call is answered, which is after the room's messages.
    await waitFor(() => expect(localStorage.getItem('ringside.settings')).toContain(HOST));
    await tool.user.keyboard('f');
    await connect(tool, 'nobody.at.all');
    await click(tool, 'Switch', dialog);
    await waitFor(async () => expect((await field()).getAttribute('aria-invalid')).toBe('true'));
    expect((await field()).value).toBe('nobody.at.all');
    await tool.user.click(there(document.querySelector<HTMLElement>('[data-room]')));
    await waitFor(async () => expect((await field()).value).toBe(HOST));
    expect((await field()).getAttribute('aria-invalid')).not.toBe('true');
  });
});

describe('address of a line', () => {
  it('is saved if it is valid, and reported at its field if not', async () => {
    const tool = await openTool({ at: 'tool/setting' });
    const { user, call } = tool;
    await user.click(await screen.findByText('Advanced: addresses of the lines'));
    const line = within(await screen.findByRole('group', { name: 'Line 2' }));
    const web = line.getByLabelText<HTMLInputElement>(/Web address/);
    const before = web.value;
    fill(web, 'nowhere');
    await line.findByText(/Enter a full address/);
    await click(tool, 'Save');
    expect(web.getAttribute('aria-invalid')).toBe('true');
    await click(tool, 'Discard changes');
    await waitFor(() => expect(line.getByLabelText(/Web address/)).toHaveProperty('value', before));

    fill(line.getByLabelText(/Web address/), ' https://other.test ');
    const [, kind] = screen.getAllByRole('combobox', { name: 'Kind' });
    await chooseOption(tool, there(kind), 'Relay server');
    // Typing would lose the focus: the closing list takes it.
    fill(await line.findByLabelText(/Relay server address/), 'wss://relay.test');
    await click(tool, 'Save');
    await waitFor(async () =>
      expect((await call('lines.list', {})).lines[1]).toMatchObject({
        kind: 'relay',
        webUrl: 'https://other.test',
        relayUrl: 'wss://relay.test',
      }),
    );
  });
});
