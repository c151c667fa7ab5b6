/** The rendered markup of controls, as browsers and screen readers get it. */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DateField } from '../../../../src/islands/fields/controls/DateInput.tsx';
import { Button } from '../../../../src/islands/ui/Button.tsx';
import { RadioGroup } from '../../../../src/islands/ui/ChoiceFields.tsx';
import { FileField } from '../../../../src/islands/ui/FileField.tsx';
import { Notice } from '../../../../src/islands/ui/Notice.tsx';
import { LongSelectField } from '../../../../src/islands/ui/SelectField.tsx';
import { TextField } from '../../../../src/islands/ui/TextField.tsx';

const html = (element: ReactElement) => renderToStaticMarkup(element);
const nothing = () => {};

/** Returns an attribute of the first matching tag. */
function attribute(markup: string, tag: string, name: string): string | undefined {
  const [found = ''] = new RegExp(`<${tag}[^>]*>`).exec(markup) ?? [];
  return new RegExp(`\\s${name}="([^"]*)"`).exec(found)?.[1];
}

describe('a text field', () => {
  const plain = html(createElement(TextField, { name: 'surname', label: 'Surname' }));
  const wrong = html(
    createElement(TextField, {
      name: 'surname',
      label: 'Surname',
      hint: 'As in your passport',
      error: 'Enter your surname',
      errorPrefix: 'Error:',
      note: 'Digits were dropped',
    }),
  );

  test('a text field is labelled and has no live text without an error', () => {
    expect(attribute(plain, 'label', 'for')).toBe('surname');
    expect(attribute(plain, 'input', 'id')).toBe('surname');
    expect(plain).not.toMatch(/aria-describedby|aria-invalid/);
  });

  test('a text field is described by hint, error and note, in this order, and marked as invalid', () => {
    expect(attribute(wrong, 'input', 'aria-describedby')).toBe('surname-hint surname-error surname-note');
    expect(attribute(wrong, 'input', 'aria-invalid')).toBe('true');
    for (const id of ['hint', 'error', 'note']) expect(wrong).toContain(`id="surname-${id}"`);
  });

  test('a text field has its error between hint and box', () => {
    const places = ['As in your passport', 'Enter your surname', '<input'].map((text) => wrong.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('a text field has its live region before an error appears', () => {
    expect(html(createElement(TextField, { name: 'surname', label: 'Surname', note: '' }))).toContain('<output');
    expect(plain).not.toContain('<output');
  });
});

describe('a date field', () => {
  const markup = html(
    createElement(DateField, {
      name: 'date_birth',
      label: 'Date of birth',
      error: 'Enter your date of birth',
      value: { day: '31', month: '12', year: '1990' },
      onChange: nothing,
      onPasteDate: nothing,
      onLeave: nothing,
      labels: { day: 'Day', month: 'Month', year: 'Year' },
      autofill: 'bday',
    }),
  );

  test('a date field has three boxes named after the wire name, which the browser can fill in', () => {
    for (const [part, value] of Object.entries({ day: '31', month: '12', year: '1990' })) {
      expect(markup).toContain(`name="date_birth.${part}"`);
      expect(markup).toContain(`autoComplete="off" data-autofill="bday-${part}"`);
      expect(markup).toContain(`value="${value}"`);
    }
  });

  test('a date field ties its error to the group', () => {
    expect(attribute(markup, 'fieldset', 'aria-describedby')).toBe('date_birth-error');
    expect(markup.match(/aria-invalid="true"/g)).toHaveLength(3);
  });
});

describe('a long list', () => {
  const list = (value: string) =>
    html(
      createElement(LongSelectField, {
        name: 'country',
        label: 'Country',
        value,
        onChange: nothing,
        placeholder: 'Choose a country',
        optionsFrom: 'country-options',
        selectedLabel: value && 'Germany',
      }),
    );

  test('a long list renders only the placeholder and the chosen option', () => {
    expect(list('DE').match(/<option/g)).toHaveLength(2);
    expect(list('DE')).toContain('<option value="DE" selected="">Germany</option>');
    expect(list('').match(/<option/g)).toHaveLength(1);
  });
});

describe('a file field', () => {
  const field = (value: { name: string; size: number; kindLabel: string } | null) =>
    html(
      createElement(FileField, {
        name: 'resume',
        label: 'Résumé',
        accept: 'application/pdf',
        value,
        onChoose: nothing,
        onRemove: nothing,
        texts: {
          choose: 'Choose a file',
          drop: 'or drop it here',
          replace: 'Replace',
          remove: 'Remove',
          chosen: '2 MB',
        },
      }),
    );

  test('a file field has one native input, with and without a file', () => {
    for (const markup of [field(null), field({ name: 'cv.pdf', size: 2, kindLabel: 'PDF' })]) {
      expect(markup.match(/<input/g)).toHaveLength(1);
      expect(attribute(markup, 'input', 'accept')).toBe('application/pdf');
    }
  });

  test('a file field names its file in the status region', () => {
    expect(field({ name: 'cv.pdf', size: 2, kindLabel: 'PDF' })).toMatch(/<output[^>]*>cv\.pdf, 2 MB<\/output>/);
    expect(field(null)).toMatch(/<output[^>]*><\/output>/);
  });
});

describe('a question with a few options', () => {
  test('a question with a few options is a group with one chosen option', () => {
    const markup = html(
      createElement(RadioGroup, {
        name: 'has_trips',
        label: 'Have you been here before?',
        value: 'no',
        onChange: nothing,
        options: [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ],
      }),
    );
    expect(attribute(markup, 'fieldset', 'role')).toBe('radiogroup');
    expect(markup.match(/checked=""/g)).toHaveLength(1);
    expect(markup).toMatch(/<input[^>]*id="has_trips\.no"[^>]*checked=""/);
  });
});

describe('a busy button', () => {
  const busy = html(createElement(Button, { busy: true, busyLabel: 'Sending', type: 'submit' }, 'Send'));

  test('a busy button stays focusable, announces itself, and hides its usual label', () => {
    expect(attribute(busy, 'button', 'aria-disabled')).toBe('true');
    expect(attribute(busy, 'button', 'disabled')).toBeUndefined();
    expect(busy).toMatch(/aria-hidden="true"[^>]*>Send</);
  });

  test('a busy button always contains both labels, so that its width stays', () => {
    const idle = html(createElement(Button, { busyLabel: 'Sending', type: 'submit' }, 'Send'));
    for (const markup of [busy, idle]) expect(markup).toMatch(/Send<.*Sending/);
  });
});

describe('a message', () => {
  test.each([
    ['error', 'alert'],
    ['success', 'status'],
    ['warning', 'status'],
    ['info', undefined],
  ] as const)('a message of the tone %s has the role %s', (tone, role) => {
    expect(attribute(html(createElement(Notice, { tone, title: 'Words' })), 'div', 'role')).toBe(role);
  });
});
