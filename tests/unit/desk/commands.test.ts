import { expect, it } from 'vitest';
import { COMMANDS } from '../../../functions/office/commands.ts';
import en from '../../../locales/admin/en.json' with { type: 'json' };

it('the desk has a usage for each command, and no other', () => {
  const { intro: _, everywhere: __, ...usage } = en.desk.usage;
  expect(Object.keys(usage).sort()).toEqual(Object.keys(COMMANDS).sort());
});
