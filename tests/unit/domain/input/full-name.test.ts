/** Which word of a full name is the surname. */
import { describe, expect, it } from 'vitest';
import { splitFullName } from '../../../../src/domain/input/full-name.ts';

/** Full name, surname, first name, patronymic or middle name. */
const KNOWN: [string, string, string, string?][] = [
  // Uzbek
  ['Madina Yusupova', 'Yusupova', 'Madina'],
  ['Yusupova Madina', 'Yusupova', 'Madina'],
  ['Amin Karimov', 'Karimov', 'Amin'],
  ['Karimov Anvar Rustamovich', 'Karimov', 'Anvar', 'Rustamovich'],
  ['Anvar Rustamovich Karimov', 'Karimov', 'Anvar', 'Rustamovich'],
  ["Yo'ldoshev Anvar Rustam o'g'li", "Yo'ldoshev", 'Anvar', "Rustam o'g'li"],
  ['To‘rayeva Nilufar Anvar qizi', 'To‘rayeva', 'Nilufar', 'Anvar qizi'],
  ['Qodir Anvar Rustam o‘g‘li', 'Qodir', 'Anvar', 'Rustam o‘g‘li'],
  ['Anvar Rustam oʻgʻli Qodir', 'Qodir', 'Anvar', 'Rustam oʻgʻli'],
  ['Qodir Anvar Rustam o`g`li', 'Qodir', 'Anvar', "Rustam o'g'li"],
  ['Qodir Anvar Rustam o’g’li', 'Qodir', 'Anvar', 'Rustam o’g’li'],
  ['Qodir Anvar Rustam ogli', 'Qodir', 'Anvar', 'Rustam ogli'],
  ['Qodir Dilnoza Rustam kizi', 'Qodir', 'Dilnoza', 'Rustam kizi'],
  ['Алишер Рустам ўғли Қодир', 'Қодир', 'Алишер', 'Рустам ўғли'],
  ['Қодирова Дилноза Рустам қизи', 'Қодирова', 'Дилноза', 'Рустам қизи'],
  ['Эркин Юсупов', 'Юсупов', 'Эркин'],
  ['Abdulla Qodiriy', 'Qodiriy', 'Abdulla'],
  ['Xo‘jayev Erkin', 'Xo‘jayev', 'Erkin'],
  ['Shahzoda Karimova', 'Karimova', 'Shahzoda'],
  // Russian
  ['Irina Karimova', 'Karimova', 'Irina'],
  ['Zarina Petrova', 'Petrova', 'Zarina'],
  ['Валентин Иванов', 'Иванов', 'Валентин'],
  ['Иванов Валентин', 'Иванов', 'Валентин'],
  ['Ирина Петровна Соколова', 'Соколова', 'Ирина', 'Петровна'],
  ['Соколова Ирина Петровна', 'Соколова', 'Ирина', 'Петровна'],
  ['Иван Шевченко', 'Шевченко', 'Иван'],
  ['Лев Николаевич Толстой', 'Толстой', 'Лев', 'Николаевич'],
  ['Лев Толстой', 'Толстой', 'Лев'],
  ['Толстой Лев', 'Толстой', 'Лев'],
  ['Ольга Черных', 'Черных', 'Ольга'],
  ['Пушкина Наталья Ильинична', 'Пушкина', 'Наталья', 'Ильинична'],
  ['Александр Пушкин', 'Пушкин', 'Александр'],
  ['Иван Иванович Петрович', 'Петрович', 'Иван', 'Иванович'],
  ['Абрамович Роман Аркадьевич', 'Абрамович', 'Роман', 'Аркадьевич'],
  ['Абрамович Роман', 'Абрамович', 'Роман'],
  ['Анна Иванова-Петрова', 'Иванова-Петрова', 'Анна'],
  ['Nikolay Rimsky-Korsakov', 'Rimsky-Korsakov', 'Nikolay'],
  ['Анна-Мария Соловьёва', 'Соловьёва', 'Анна-Мария'],
  ['Eva Lebedeva', 'Lebedeva', 'Eva'],
  ['Karina Petrosyan', 'Petrosyan', 'Karina'],
  ['Каримов А.Р.', 'Каримов', 'А', 'Р'],
  ['А. Р. Каримов', 'Каримов', 'А', 'Р'],
  ['Ан В.', 'Ан', 'В'],
  // Korean
  ['Anvar Rustamovich Kim', 'Kim', 'Anvar', 'Rustamovich'],
  ['Ким Ирина', 'Ким', 'Ирина'],
  ['Ирина Ким', 'Ким', 'Ирина'],
  ['Цой Валентин Сергеевич', 'Цой', 'Валентин', 'Сергеевич'],
  ['Виктор Цой', 'Цой', 'Виктор'],
  ['Pak Karina', 'Pak', 'Karina'],
  ['Хегай Марина', 'Хегай', 'Марина'],
  ['Ким Ен Су', 'Ким', 'Ен Су'],
  ['Min-ho Lee', 'Lee', 'Min-ho'],
  // Tajik and Persian
  ['Зарина Саидзода', 'Саидзода', 'Зарина'],
  ['Rahimzoda Farhod', 'Rahimzoda', 'Farhod'],
  ['Эмомалӣ Раҳмонов', 'Раҳмонов', 'Эмомалӣ'],
  ['Амин Хусейн Каримзаде', 'Каримзаде', 'Амин', 'Хусейн'],
  // Kazakh, Kyrgyz, Azerbaijani
  ['Нурсултан Абишевич Назарбаев', 'Назарбаев', 'Нурсултан', 'Абишевич'],
  ['Ахметов Серік Нұрланұлы', 'Ахметов', 'Серік', 'Нұрланұлы'],
  ['Серик Аубакир Нурланулы', 'Серик', 'Аубакир', 'Нурланулы'],
  ['Asel Bolatqyzy Omar', 'Omar', 'Asel', 'Bolatqyzy'],
  ['Торекул уулу Чингиз', 'Торекул уулу', 'Чингиз'],
  ['Асан кызы Айгуль', 'Асан кызы', 'Айгуль'],
  ['Aliyev Anar Heydar oğlu', 'Aliyev', 'Anar', 'Heydar oğlu'],
  // English
  ['Michael Johnson', 'Johnson', 'Michael'],
  ['Dr. Anvar Karimov', 'Karimov', 'Anvar'],
  ['Smith, John', 'Smith', 'John'],
  ['Peter SCOTT', 'SCOTT', 'Peter'],
  ['Maria de la Cruz', 'de la Cruz', 'Maria'],
  ['De la Cruz Juan', 'De la Cruz', 'Juan'],
  ['van der Berg Jan', 'Van der Berg', 'Jan'],
  // Indian
  ['Rajesh Kumar', 'Kumar', 'Rajesh'],
  ['Sanjeev Sharma', 'Sharma', 'Sanjeev'],
  ['Rajeev Gupta', 'Gupta', 'Rajeev'],
  ['Priya Singh', 'Singh', 'Priya'],
  ['Rajesh Kumar Verma', 'Verma', 'Rajesh', 'Kumar'],
  // Chinese
  ['Wang Wei', 'Wang', 'Wei'],
  ['Wei Wang', 'Wang', 'Wei'],
  ['Zhang Xiao Ming', 'Zhang', 'Xiao Ming'],
  // Single names
  ['Karimov', 'Karimov', ''],
  ['Mr Karimov', 'Karimov', ''],
  ['王伟', '王伟', ''],
  ['Abu-Bakr', 'Abu-Bakr', ''],
  ['', '', ''],
  ['(12)', '', ''],
];

describe('splitFullName', () => {
  it.each(KNOWN)('splits %j', (fullName, surname, name, middleName = '') => {
    expect(splitFullName(fullName)).toMatchObject({ surname, name, middleName, isCertain: true });
  });

  it.each([
    ['Morgan Blake', 'Morgan', 'Blake', ''],
    ['Bekzod Tohir', 'Bekzod', 'Tohir', ''],
    ['Ли Ким', 'Ли', 'Ким', ''],
    ['Иванов Петров', 'Иванов', 'Петров', ''],
    ['Van Gogh Vincent', 'Van Gogh', 'Vincent', ''],
    ['Ван Лей', 'Ван', 'Лей', ''],
    ['Ibn Sina Abu Ali', 'Ibn', 'Sina', 'Abu Ali'],
    // A form of address, or a surname of the west: the surname is left to the applicant.
    ['Анвар Рустамович', '', 'Анвар', 'Рустамович'],
    ['Ирина Петровна', '', 'Ирина', 'Петровна'],
    ["Anvar Rustam o'g'li", '', 'Anvar', "Rustam o'g'li"],
  ])(
    'takes the first word of %j as the form asks, or no surname, and is not certain',
    (fullName, surname, name, rest) => {
      expect(splitFullName(fullName)).toEqual({ surname, name, middleName: rest, titles: [], isCertain: false });
    },
  );

  it.each([
    ['Dr. Anvar Karimov', ['Dr.']],
    ['Dr.Anvar Karimov', ['Dr.']],
    ['Mr Anvar Karimov', ['Mr']],
    ['Prof. Dr. Karimova Dilnoza', ['Prof.', 'Dr.']],
    ['г-н Каримов Анвар', ['г-н']],
    ['Госпожа Каримова Дилноза', ['Госпожа']],
    ['Anvar Karimov, PhD', ['PhD']],
    ['Mr', []],
    ['Dr Mr', ['Dr']],
  ])('names the titles it leaves out of %j', (fullName, titles) => {
    const parts = splitFullName(fullName);
    expect(parts.titles).toEqual(titles);
    const words = [parts.surname, parts.name, parts.middleName, ...parts.titles].join(' ').split(/ +/).filter(Boolean);
    expect(words).toHaveLength(fullName.replace('.A', '. A').split(/ +/).length);
  });

  it.each(KNOWN)('keeps every word of %j', (fullName, surname, name, rest = '') => {
    const parts = splitFullName(fullName);
    expect([parts.surname, parts.name, parts.middleName]).toEqual([surname, name, rest]);
  });
});
