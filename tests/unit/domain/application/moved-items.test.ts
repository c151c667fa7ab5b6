import { describe, expect, it } from 'vitest';
import type { ListName } from '../../../../src/domain/application/fields.ts';
import { type ItemMarks, movedMarks } from '../../../../src/domain/application/moved-items.ts';

const at = (index: number, name = 'name') => `formatted_relatives.${index}.${name}`;
const removed = (index: number, list: ListName = 'formatted_relatives') => ({ list, index, by: -1 }) as const;
const putBack = (index: number) => ({ ...removed(index), by: 1 }) as const;
const NONE: ItemMarks = { refused: {}, lost: [], photoLines: [] };

describe('movedMarks of the lines of passports’ photos', () => {
  const ofLines = (photoLines: string[]): ItemMarks => ({ ...NONE, photoLines });

  it('lines follow their relative when an earlier one is removed or put back, and go with a removed one', () => {
    const lines = [`${at(1)}|M.|MAKS|`, 'surname|A.1.|KARIMOVA|'];
    const { stays, own } = movedMarks(ofLines(lines), removed(0));
    expect({ stays, own }).toEqual({ stays: ofLines([`${at(0)}|M.|MAKS|`, 'surname|A.1.|KARIMOVA|']), own: NONE });
    expect(movedMarks(stays, putBack(0)).stays.photoLines).toEqual(lines);
    const second = { stays: ofLines(lines.slice(1)), own: ofLines(lines.slice(0, 1)) };
    expect(movedMarks(ofLines(lines), removed(1))).toEqual(second);
    expect(movedMarks(ofLines(lines), removed(2))).toEqual({ stays: ofLines(lines), own: NONE });
  });

  it('a relative who is removed and put back has its lines again', () => {
    const lines = [0, 1, 2].map((index) => `${at(index)}|Max ${index}|MAKS|kept`);
    const { stays, own } = movedMarks(ofLines(lines), removed(1));
    expect(own.photoLines).toEqual(lines.slice(1, 2));
    expect([...movedMarks(stays, putBack(1)).stays.photoLines, ...own.photoLines].sort()).toEqual(lines);
  });
});

describe('movedMarks of errors', () => {
  const errors = { [at(0)]: ['name_characters'], [at(2)]: ['too_long'], surname: ['name_characters'] };
  const movedErrors = (refused: ItemMarks['refused'], move: Parameters<typeof movedMarks>[1]) => {
    const { stays, own } = movedMarks({ ...NONE, refused }, move);
    return { stays: stays.refused, own: own.refused };
  };

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

it('movedMarks keeps the names of lost files with their relatives', () => {
  const file = (path: string) => ({ path, name: 'passport.pdf' });
  const lost = [file('file4'), file(at(0, 'file6')), file(at(1, 'file6'))];
  const { stays, own } = movedMarks({ ...NONE, lost }, removed(0));
  expect(stays.lost).toEqual([file('file4'), file(at(0, 'file6'))]);
  expect(own.lost).toEqual([file(at(0, 'file6'))]);
  expect([...movedMarks(stays, putBack(0)).stays.lost, ...own.lost]).toHaveLength(3);
  expect(movedMarks(stays, putBack(0)).stays.lost).toEqual([file('file4'), file(at(1, 'file6'))]);
});
