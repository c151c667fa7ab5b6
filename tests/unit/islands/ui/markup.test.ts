/** What the controls tell a browser and a screen reader, read from the markup that the build renders. */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Button } from '../../../../src/islands/ui/Button.tsx';
import { RadioGroup } from '../../../../src/islands/ui/ChoiceFields.tsx';
import { DateField } from '../../../../src/islands/ui/DateField.tsx';
import { FileField } from '../../../../src/islands/ui/FileField.tsx';
import { Notice } from '../../../../src/islands/ui/Notice.tsx';
import { LongSelectField } from '../../../../src/islands/ui/SelectField.tsx';
import { TextField } from '../../../../src/islands/ui/TextField.tsx';

const html = (element: ReactElement) => renderToStaticMarkup(element);
const nothing = () => {};

/** The value of an attribute of the first tag that matches. */
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

  test('is labelled, and silent while all is well', () => {
    expect(attribute(plain, 'label', 'for')).toBe('surname');
    expect(attribute(plain, 'input', 'id')).toBe('surname');
    expect(plain).not.toMatch(/aria-describedby|aria-invalid/);
  });

  test('is described by hint, error and note, in that order, and marked', () => {
    expect(attribute(wrong, 'input', 'aria-describedby')).toBe('surname-hint surname-error surname-note');
    expect(attribute(wrong, 'input', 'aria-invalid')).toBe('true');
    for (const id of ['hint', 'error', 'note']) expect(wrong).toContain(`id="surname-${id}"`);
  });

  test('shows the error between hint and box', () => {
    const places = ['As in your passport', 'Enter your surname', '<input'].map((text) => wrong.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('has its live region before it speaks', () => {
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
      labels: { day: 'Day', month: 'Month', year: 'Year' },
      autoComplete: 'bday',
    }),
  );

  test('names three boxes after the wire name and lets the browser fill them', () => {
    for (const [part, value] of Object.entries({ day: '31', month: '12', year: '1990' })) {
      expect(markup).toContain(`name="date_birth.${part}"`);
      expect(markup).toContain(`autoComplete="bday-${part}"`);
      expect(markup).toContain(`value="${value}"`);
    }
  });

  test('ties the error to the group', () => {
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

  test('renders the placeholder and the chosen option, whatever else there is', () => {
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

  test('has one native input, with and without a file', () => {
    for (const markup of [field(null), field({ name: 'cv.pdf', size: 2, kindLabel: 'PDF' })]) {
      expect(markup.match(/<input/g)).toHaveLength(1);
      expect(attribute(markup, 'input', 'accept')).toBe('application/pdf');
    }
  });

  test('says in its status region which file it holds', () => {
    expect(field({ name: 'cv.pdf', size: 2, kindLabel: 'PDF' })).toMatch(/<output[^>]*>cv\.pdf, 2 MB<\/output>/);
    expect(field(null)).toMatch(/<output[^>]*><\/output>/);
  });
});

describe('a question with a few answers', () => {
  test('is a group in which one answer is chosen', () => {
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

  test('stays focusable, says so, and hides its usual words from a screen reader', () => {
    expect(attribute(busy, 'button', 'aria-disabled')).toBe('true');
    expect(attribute(busy, 'button', 'disabled')).toBeUndefined();
    expect(busy).toMatch(/aria-hidden="true"[^>]*>Send</);
  });

  test('keeps both texts in the markup at all times, so that its width stays', () => {
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
  ] as const)('of tone %s has the role %s', (tone, role) => {
    expect(attribute(html(createElement(Notice, { tone, title: 'Words' })), 'div', 'role')).toBe(role);
  });
});
