/** A part's answers, their text boxes and errors. */
import { expect, it } from 'vitest';
import { AnswerForm } from '../../../../src/islands/fields/answer-form.ts';

const textBox = (value = '') => ({ value }) as HTMLInputElement;

it('a text box shows its answer at once, and again when the answer or what contains it is set', () => {
  const form = new AnswerForm({ name: 'Anna', formatted_address: { street: 'Chilanzar 7', flat: '' } });
  const [name, street] = [textBox(), textBox()];
  form.bindBox('name', name);
  form.bindBox('formatted_address.street', street);
  expect([name.value, street.value]).toEqual(['Anna', 'Chilanzar 7']);
  form.setValue('formatted_address', { street: 'Amir Temur 1', flat: '2' });
  form.setValue('name', 'Olga');
  expect([name.value, street.value]).toEqual(['Olga', 'Amir Temur 1']);
});

it('a text box whose item moves up shows the answers of its new place only', () => {
  const form = new AnswerForm({ last_trips: [{ trip_aim: 'first' }, { trip_aim: 'second' }] });
  const [first, second] = [textBox(), textBox()];
  const release = [form.bindBox('last_trips.0.trip_aim', first), form.bindBox('last_trips.1.trip_aim', second)];
  form.setValue('last_trips', [{ trip_aim: 'second' }]);
  form.bindBox('last_trips.0.trip_aim', second);
  for (const end of release) end();
  form.setValue('last_trips.1.trip_aim', 'third');
  expect(second.value).toBe('second');
  form.setValue('last_trips.0.trip_aim', 'changed');
  expect(second.value).toBe('changed');
});

it('a listener gets the path of each set answer, and null for errors that changed', () => {
  const form = new AnswerForm({ name: '', surname: '' });
  const heard: (string | null)[] = [];
  const stop = form.subscribe((path) => heard.push(path));
  form.setValue('name', 'Anna');
  form.setErrors({ surname: ['required'], name: ['too_long'] });
  form.clearErrors(['name', 'email']);
  form.clearErrors(['name']);
  expect(heard).toEqual(['name', null, null]);
  expect(form.errors).toEqual({ surname: ['required'] });
  stop();
  form.setError('name', 'too_long');
  expect(heard).toHaveLength(3);
  expect(form.errorAt('name')).toBe('too_long');
});
