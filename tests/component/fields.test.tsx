import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ChoiceField, NumberField, TextField } from '#renderer/kit/form/fields.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { mount } from './mount.tsx';

describe('field of a form', () => {
  it('names its control, marks it as required and describes it with the error', async () => {
    const onSubmit = vi.fn();
    const { user } = await mount(
      <FormGroup name="host" values={{ name: 'Mika' }} onSubmit={onSubmit}>
        <TextField name="name" label="Name" required />
      </FormGroup>,
    );
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect(input.getAttribute('aria-required')).toBe('true');
    expect(input.getAttribute('aria-invalid')).toBe('false');
    await user.clear(input);
    expect((await screen.findByText('Please enter: Name')).id).toBe(input.getAttribute('aria-describedby'));
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.type(input, '{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('disabled list', () => {
  it('says so in its visible text, which may therefore be faint', async () => {
    await mount(
      <Select label="Preset" value={null} options={[]} placeholder="None yet" disabled onChange={vi.fn()} />,
    );
    expect(screen.getByText('None yet', { selector: 'span' }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('field of a draft', () => {
  it('shows the problem from its owner and reports changes', async () => {
    const onChange = vi.fn();
    const problem = { code: 'number.most', params: { limit: 9 } } as const;
    const { user } = await mount(
      <NumberField label="Seconds" value={4} problem={problem} onChange={onChange} />,
    );
    const input = screen.getByRole('spinbutton', { name: 'Seconds' });
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toContain('9');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.clear(input);
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it('offers its options as a radio group with its label', async () => {
    const options = [
      { value: 'round', label: 'Round' },
      { value: 'show', label: 'Show' },
    ];
    const onChange = vi.fn();
    const { user } = await mount(
      <ChoiceField label="Range" value="round" options={options} onChange={onChange} />,
    );
    expect(screen.getByRole('radiogroup', { name: 'Range' })).toBeDefined();
    await user.click(screen.getByText('Show'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('show');
  });
});

describe('segments', () => {
  it('keep their value if the owner ignores a choice', async () => {
    const { user } = await mount(
      <Segments
        label="Line"
        value="a"
        options={[
          { value: 'a', label: 'Line A' },
          { value: 'b', label: 'Line B' },
        ]}
        onChange={() => undefined}
      />,
    );
    await user.click(screen.getByText('Line B'));
    expect(screen.getByRole('radio', { name: 'Line A' }).matches(':checked')).toBe(true);
    expect(screen.getByRole('radio', { name: 'Line B' }).matches(':checked')).toBe(false);
  });
});
