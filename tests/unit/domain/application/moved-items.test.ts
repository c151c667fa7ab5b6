import { describe, expect, it } from 'vitest';
import type { ListName } from '../../../../src/domain/application/fields.ts';
import { movedErrors, movedLines } from '../../../../src/domain/application/moved-items.ts';

const at = (index: number, name = 'name') => `formatted_relatives.${index}.${name}`;
const removed = (index: number, list: ListName = 'formatted_relatives') => ({ list, index, by: -1 }) as const;
const putBack = (index: number) => ({ ...removed(index), by: 1 }) as const;

describe('movedLines', () => {
  it('lines follow their relative when an earlier one is removed or put back, and go with a removed one', () => {
    const lines = [`${at(1)}|M.|MAKS|`, 'surname|A.1.|KARIMOVA|'];
    const { stays, own } = movedLines(lines, removed(0));
    expect({ stays, own }).toEqual({ stays: [`${at(0)}|M.|MAKS|`, 'surname|A.1.|KARIMOVA|'], own: [] });
    expect(movedLines(stays, putBack(0)).stays).toEqual(lines);
    expect(movedLines(lines, removed(1))).toEqual({ stays: lines.slice(1), own: lines.slice(0, 1) });
    expect(movedLines(lines, removed(2))).toEqual({ stays: lines, own: [] });
  });

  it('a relative who is removed and put back has its lines again', () => {
    const lines = [0, 1, 2].map((index) => `${at(index)}|Max ${index}|MAKS|kept`);
    const { stays, own } = movedLines(lines, removed(1));
    expect(own).toEqual(lines.slice(1, 2));
    expect([...movedLines(stays, putBack(1)).stays, ...own].sort()).toEqual(lines);
  });
});

describe('movedErrors', () => {
  const errors = { [at(0)]: ['name_characters'], [at(2)]: ['too_long'], surname: ['name_characters'] };

  it('the host’s errors stay with their relatives when others are removed and put back', () => {
    const first = movedErrors(errors, removed(1));
    const left = { [at(0)]: ['name_characters'], [at(1)]: ['too_long'], surname: ['name_characters'] };
    expect(first).toEqual({ stays: left, own: {} });
    const second = movedErrors(left, removed(0));
    expect(second.stays).toEqual({ [at(0)]: ['too_long'], surname: ['name_characters'] });
    expect(second.own).toEqual({ [at(0)]: ['name_characters'] });
    const again = { ...movedErrors(second.stays, putBack(0)).stays, ...second.own };
    expect(movedErrors(again, putBack(1)).stays).toEqual(errors);
  });

  it('errors of other lists stay where they are', () => {
    expect(movedErrors(errors, removed(0, 'last_trips'))).toEqual({ stays: errors, own: {} });
  });
});
