import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { usePage } from '#renderer/data/hooks.ts';
import { listenToKeys } from '#renderer/kit/keys/useKey.ts';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import { AskHost } from '#renderer/kit/ui/AskHost.tsx';
import { RenameDialog } from '#renderer/kit/ui/Modal.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { mount } from './mount.tsx';

const question = {
  title: { key: 'admin.delete' },
  text: { key: 'admin.deleteSure', params: { name: 'Mika' } },
  confirm: { key: 'admin.delete' },
  danger: true,
};

/** A button that asks, and the answers so far. */
function Opener() {
  const { asks } = usePage();
  const [answers, setAnswers] = useState<string[]>([]);
  const ask = async () => {
    const yes = await asks.getState().ask(question);
    setAnswers((before) => [...before, yes ? 'yes' : 'no']);
  };
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Remove
      </button>
      <output>{answers.join(' ')}</output>
    </>
  );
}

describe('confirmation', () => {
  async function ask() {
    const mounted = await mount(<AskHost />);
    const answer = mounted.page.asks.getState().ask(question);
    const dialog = await screen.findByRole('dialog', { name: 'Delete' });
    return { ...mounted, answer, dialog };
  }

  it('names the record and focuses its confirming button', async () => {
    const { dialog } = await ask();
    expect(dialog.textContent).toContain('Mika');
    const confirm = within(dialog).getByRole('button', { name: 'Delete' });
    await waitFor(() => expect(document.activeElement).toBe(confirm));
  });

  it('is accepted with Enter', async () => {
    const { answer, dialog, user } = await ask();
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Delete' })),
    );
    await user.keyboard('{Enter}');
    expect(await answer).toBe(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each(['Enter', ' '])('is not accepted with the key “%s” that opened it', async (key) => {
    const opener = (
      <>
        <Opener />
        <AskHost />
      </>
    );
    const { page, user } = await mount(opener);
    listenToKeys(window, page.keys);
    const answers = () => document.querySelector('output')?.textContent;
    screen.getByRole('button', { name: 'Remove' }).focus();
    await user.keyboard(`{${key}}`);
    await screen.findByRole('dialog');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await user.keyboard(`{${key}}`);
    await waitFor(() => expect(answers()).toBe('no'));

    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByRole('dialog');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(answers()).toBe('no yes'));
  });

  it.each(['Cancel', 'Close', 'Delete', 'Escape'])(
    'returns the focus to its opener after %s',
    async (end) => {
      const { user } = await mount(
        <>
          <Opener />
          <AskHost />
        </>,
      );
      const opener = screen.getByRole('button', { name: 'Remove' });
      await user.click(opener);
      const dialog = await screen.findByRole('dialog');
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
      if (end === 'Escape') await user.keyboard('{Escape}');
      else await user.click(within(dialog).getByRole('button', { name: end }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(opener));
    },
  );

  it.each(['Cancel', 'Close'])('is declined with %s', async (name) => {
    const { answer, dialog, user } = await ask();
    await user.click(within(dialog).getByRole('button', { name }));
    expect(await answer).toBe(false);
  });

  it('is declined with Escape', async () => {
    const { answer, user } = await ask();
    await user.keyboard('{Escape}');
    expect(await answer).toBe(false);
  });

  it('blocks the keyboard shortcuts of the page', async () => {
    const { page, answer, user } = await ask();
    const run = vi.fn();
    page.keys.bind('session.start', run);
    const press = () =>
      page.keys.press({
        key: 's',
        code: 'KeyS',
        shiftKey: false,
        ctrlKey: false,
        metaKey: false,
        altKey: false,
        repeat: false,
        typing: false,
      });
    expect(press()).toBe(false);
    await user.keyboard('{Escape}');
    await answer;
    await waitFor(() => expect(press()).toBe(true));
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('form in a dialog', () => {
  it('shows no fields while its values load', async () => {
    await mount(
      <FormDialog title="Edit" name="test" values={undefined} onSubmit={vi.fn()} onClose={vi.fn()}>
        <input aria-label="Name" />
      </FormDialog>,
    );
    const dialog = screen.getByRole('dialog', { name: 'Edit' });
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('rename dialog', () => {
  const rename = (onRename: (name: string) => Promise<null>, onClose: () => void) => (
    <RenameDialog title="Rename" label="Name" name="Friday" onRename={onRename} onClose={onClose} />
  );

  it('closes without a call when the name stays the same', async () => {
    const onRename = vi.fn(() => Promise.resolve(null));
    const onClose = vi.fn();
    const { user } = await mount(rename(onRename, onClose));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onRename).not.toHaveBeenCalled();
  });

  it('stays open with a reason if the name is refused', async () => {
    const onClose = vi.fn();
    const { user } = await mount(
      <RenameDialog
        title="Rename"
        label="Name"
        name="Friday"
        onRename={() => Promise.resolve({ code: 'preset.nameTaken' })}
        onClose={onClose}
      />,
    );
    const name = screen.getByRole('textbox', { name: /Name/ });
    await user.clear(name);
    await user.type(name, 'Saturday{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Another preset has this name already');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('select', () => {
  /** An option of the open list. `hidden`: jsdom never ends the transition that makes PrimeReact's list visible. */
  const option = (name: string) => screen.findByRole('option', { name, hidden: true });

  function Fruit() {
    const [value, setValue] = useState('apple');
    return (
      <>
        <Select
          label="Fruit"
          value={value}
          onChange={setValue}
          options={[
            { value: 'apple', label: 'Apple' },
            { value: 'pear', label: 'Pear' },
            { value: 'plum', label: 'Plum' },
          ]}
        />
        <p role="status">{value}</p>
      </>
    );
  }

  it('opens, moves and chooses by keyboard', async () => {
    const { user } = await mount(<Fruit />);
    const field = screen.getByRole('combobox', { name: 'Fruit' });
    expect(field.getAttribute('aria-expanded')).toBe('false');
    await user.tab();
    expect(document.activeElement).toBe(field);
    await user.keyboard('{ArrowDown}');
    await option('Pear');
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'));
    await user.keyboard('{ArrowDown}');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe('apple'));
  });

  it('chooses by mouse', async () => {
    const { user } = await mount(<Fruit />);
    const [shown] = screen.getAllByText('Apple', { ignore: 'option' });
    if (shown === undefined) throw new Error('the value is not shown');
    await user.click(shown);
    await user.click(await option('Plum'));
    expect(screen.getByRole('status').textContent).toBe('plum');
  });

  it('keeps its value on Escape', async () => {
    const { user } = await mount(<Fruit />);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await option('Pear');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('status').textContent).toBe('apple');
  });
});
