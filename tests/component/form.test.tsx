import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#renderer/data/api/apiError.ts';
import { EmailField, NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { CheckField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { mount } from './mount.tsx';

const nameForm = (onSubmit: (values: { name: string }) => Promise<void> | void, disabled = false) => (
  <FormGroup name="test" values={{ name: '' }} onSubmit={onSubmit} disabled={disabled}>
    <TextField
      name="name"
      label="Name"
      required
      help="At most ten characters"
      validate={(value) => (value.length > 10 ? 'Too long' : null)}
    />
    <Button type="submit" label="Save" />
  </FormGroup>
);

const field = () => screen.getByRole('textbox', { name: /Name/ });

/** The accessible description of a field. */
function description(element: HTMLElement): string {
  const id = element.getAttribute('aria-describedby') ?? '';
  return document.getElementById(id)?.textContent ?? '';
}

describe('form field', () => {
  it('is described by its help or by its error', async () => {
    const { user } = await mount(nameForm(vi.fn()));
    expect(description(field())).toBe('At most ten characters');
    expect(field().getAttribute('aria-required')).toBe('true');
    expect(field().getAttribute('aria-invalid')).toBe('false');
    await user.type(field(), 'Mika and Rei');
    await waitFor(() => expect(description(field())).toBe('Too long'));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await user.clear(field());
    await waitFor(() => expect(description(field())).toBe('Please enter: Name'));
    await user.type(field(), 'Mika');
    await waitFor(() => expect(description(field())).toBe('At most ten characters'));
    expect(field().getAttribute('aria-invalid')).toBe('false');
  });

  it('translates its error when the language changes', async () => {
    const { user, switchTo } = await mount(nameForm(vi.fn()));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(description(field())).toBe('Please enter: Name'));
    await act(() => switchTo('ja'));
    await waitFor(() => expect(description(field())).toBe('Nameを入力してください'));
  });

  it('converts full-width digits if it takes numbers', async () => {
    const onSubmit = vi.fn();
    const { user } = await mount(
      <FormGroup name="test" values={{ phone: '' }} onSubmit={onSubmit}>
        <TextField name="phone" label="Phone" type="tel" inputMode="tel" />
      </FormGroup>,
    );
    await user.type(screen.getByRole('textbox', { name: 'Phone' }), '０９０{Enter}');
    expect(onSubmit).toHaveBeenCalledWith({ phone: '090' });
  });
});

describe('form', () => {
  it('does not submit while a field is invalid, and moves the focus there', async () => {
    const onSubmit = vi.fn();
    const { user } = await mount(nameForm(onSubmit));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('submits with Enter and is disabled until the answer arrives', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onSubmit = vi.fn(() => promise);
    const { user } = await mount(nameForm(onSubmit));
    await user.type(field(), 'Mika{Enter}');
    await waitFor(() => expect(field().matches(':disabled')).toBe(true));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Mika' });
    await act(async () => resolve());
    expect(field().matches(':disabled')).toBe(false);
  });

  it('shows the server’s error at its field', async () => {
    const refused = new ApiError(400, 'Invalid', { fields: [{ path: 'name', msg: 'Taken already' }] });
    const { user } = await mount(nameForm(() => Promise.reject(refused)));
    await user.type(field(), 'Mika{Enter}');
    await waitFor(() => expect(description(field())).toBe('Taken already'));
    await user.click(field());
    await user.tab();
    expect(description(field())).toBe('Taken already');
    await user.type(field(), '2');
    await waitFor(() => expect(description(field())).toBe('At most ten characters'));
  });

  it('submits a refused value again', async () => {
    const refused = new ApiError(400, 'Invalid', { fields: [{ path: 'name', msg: 'Taken already' }] });
    const onSubmit = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue(undefined);
    const { user } = await mount(nameForm(onSubmit));
    await user.type(field(), 'Mika{Enter}');
    await waitFor(() => expect(description(field())).toBe('Taken already'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(description(field())).toBe('At most ten characters'));
  });

  it('disables its fields while it is disabled', async () => {
    await mount(nameForm(vi.fn(), true));
    expect(field().matches(':disabled')).toBe(true);
  });
});

describe('new password', () => {
  it('is valid once both fields are equal', async () => {
    const onSubmit = vi.fn();
    const { user } = await mount(
      <FormGroup name="test" values={{ password: '', repeat: '' }} onSubmit={onSubmit}>
        <NewPassword label="New password" />
        <Button type="submit" label="Save" />
      </FormGroup>,
    );
    const repeat = screen.getByLabelText(/Password again/);
    await user.type(screen.getByLabelText(/New password/), 'hosts_Pass1');
    await user.type(repeat, 'hosts_Pass');
    await waitFor(() => expect(repeat.getAttribute('aria-invalid')).toBe('true'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).not.toHaveBeenCalled();
    await user.type(repeat, '1');
    await waitFor(() => expect(repeat.getAttribute('aria-invalid')).toBe('false'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  });

  it('shows its strength', async () => {
    const { user } = await mount(
      <FormGroup name="test" values={{ password: '', repeat: '' }} onSubmit={vi.fn()}>
        <NewPassword label="New password" />
      </FormGroup>,
    );
    await user.type(screen.getByLabelText(/New password/), 'abc');
    expect(screen.getByText('Weak')).toBeDefined();
    await user.type(screen.getByLabelText(/New password/), 'D_123456789xyz!');
    expect(screen.getByText('Strong')).toBeDefined();
  });

  it('is visible after a click on the eye', async () => {
    const { user } = await mount(
      <FormGroup name="test" values={{ password: 'hosts_Pass1', repeat: '' }} onSubmit={vi.fn()}>
        <NewPassword label="New password" />
      </FormGroup>,
    );
    const password = screen.getByLabelText(/New password/);
    expect(password.getAttribute('type')).toBe('password');
    const [eye] = screen.getAllByRole('button', { name: 'Show the password' });
    if (eye === undefined) throw new Error('no button shows the password');
    await user.click(eye);
    expect(password.getAttribute('type')).toBe('text');
    expect(eye.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('email field', () => {
  it('accepts addresses of Japanese carriers and rejects invalid ones', async () => {
    const { user } = await mount(
      <FormGroup name="test" values={{ email: '' }} onSubmit={vi.fn()}>
        <EmailField />
      </FormGroup>,
    );
    const email = screen.getByRole('textbox', { name: /Email/ });
    await user.type(email, 'mika@docomo');
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
    await user.type(email, '.ne.jp');
    await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('false'));
  });
});

describe('checkbox', () => {
  it('is checked by a click on its text', async () => {
    const onSubmit = vi.fn();
    const { user } = await mount(
      <FormGroup name="test" values={{ remove: false }} onSubmit={onSubmit}>
        <CheckField name="remove" label="Remove" text="Delete the saved key" />
        <Button type="submit" label="Save" />
      </FormGroup>,
    );
    await user.click(screen.getByText('Delete the saved key'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ remove: true }));
  });
});

describe('select field of a form', () => {
  it('has its label as its name and shows its value', async () => {
    await mount(
      <FormGroup name="test" values={{ kind: 'relay' }} onSubmit={vi.fn()}>
        <SelectField
          name="kind"
          label="Kind"
          options={[
            { value: 'direct', label: 'Direct' },
            { value: 'relay', label: 'Relay server' },
          ]}
        />
      </FormGroup>,
    );
    expect(screen.getByRole('combobox', { name: 'Kind' })).toBeDefined();
    expect(screen.getAllByText('Relay server').length).toBeGreaterThan(0);
  });
});
