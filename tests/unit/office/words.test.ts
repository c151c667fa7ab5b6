import { expect, it } from 'vitest';
import { officeFormWords } from '../../../functions/office/words.ts';
import { labelInPart, partTitle } from '../../../src/domain/application/field-names.ts';
import { fieldsOf, LIST_NAMES, listKindOf } from '../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';

it('no title or label of the desk speaks to the applicant or asks', () => {
  for (const t of LOCALES.map(officeFormWords))
    for (const type of APPLICATION_TYPES) {
      const shown = fieldsOf(type).filter(({ part }) => part !== 'check');
      const items = LIST_NAMES.flatMap((list) =>
        Object.keys(listKindOf(list).fields).map((name) => t(`items.${list}.${name}.label`)),
      );
      const titles = shown.flatMap(({ part, name }) => [partTitle(t, type, part), labelInPart(t, type, name)]);
      const speaks = /\byour?\b|\bmy\b|\?$|(?:^|[\s\u00a0])(?:вы|ва[мс]|ваш\p{L}*|у меня)(?:[\s\u00a0,]|$)/iu;
      expect([...items, ...titles].filter((text) => speaks.test(text))).toEqual([]);
    }
});
