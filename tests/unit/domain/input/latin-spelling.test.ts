import { expect, it } from 'vitest';
import { latinSpelling } from '../../../../src/domain/input/latin-spelling.ts';

/** Names by citizenship, with their spellings by ICAO Doc 9303 part 3, section 6, and the states' own rules; `-` for ICAO's alone. */
const NAMES: Record<string, string> = {
  '-': `Каримова Karimova Щербаков Shcherbakov ЩЕРБАКОВ SHCHERBAKOV Юлия Iuliia Объедкова-Ким Obieedkova-Kim Наталья Natalia
    Ґалаґан Galagan Anna-Мария Anna-Mariia Қодиров Kodirov Ӣсо Iso`,
  RU: `Иванов Ivanov Ёлкин Elkin Жуков Zhukov Цой Tsoi Хабибуллин Khabibullin Чайка Chaika Шишкин Shishkin Эдуард Eduard Юрий Iurii
    Яков Iakov Дмитрий Dmitrii Съездов Sieezdov Игорь Igor Рыбакова Rybakova Җәлил Jalil Ҡасим Kasim Өмөтбай Omotbai Айыына Aiyyna`,
  BY: `Ігар Ihar Сёмухін Siomukhin Аляксандр Aliaksandr Міховіч Mikhovich Ўладзімір Uladzimir Гарэцкі Haretski Юлія Iuliia`,
  UA: `Григорій Hryhorii Євген Yevhen Юлія Yuliia Їжакевич Yizhakevych Ярослав Yaroslav Йосип Yosyp Згурський Zghurskyi Андрій Andrii
    Мар’яна Mariana Ґалаґан Galagan Наталія Nataliia Сергієнко Serhiienko Щербак Shcherbak Анна-Юлія Anna-Yuliia`,
  KZ: `Қайрат Kairat Әсел Asel Нұрсұлтан Nursultan Гүлнұр Gulnur Өмірбек Omirbek Ғалымжан Galymzhan Әйгерім Aigerim Іңкәр Inkar
    Жаңыл Zhanyl Һамит Hamit ҚАЙРАТ KAIRAT Шыңғыс Shyngys`,
  KG: `Өмүрбек Omurbek Чыңгыз Chyngyz Нурсултан Nursultan Айгүл Aigul Жаңыл Zhanyl Токтогул Toktogul`,
  TJ: `Ҷамшед Jamshed Қурбон Qurbon Ҳасан Hasan Ғафур Gafur Рустамӣ Rustami Шӯҳрат Shuhrat Фируз Firuz Муҳаммад Muhammad`,
  MN: `Өлзий Ulzii Батбаяр Batbayar Энхжаргал Enkhjargal Мөнх Munkh Үнэн Unen Ёндон Yondon Ганбаатар Ganbaatar Юмжав Yumjav`,
  RS: `Живојин Zivojin Чупић Cupic Љубица Ljubica Његош Njegos Ђорђе Dorde Џемал Dzemal Шћепан Scepan Хаџић Hadzic Цвијета Cvijeta`,
  UZ: `Ғани Gani Шерзод Sherzod Ўткир Otkir Қодир Qodir Ҳасан Hasan Жасур Jasur Юсуф Yusuf Хуршид Xurshid Ёдгор Yodgor Яшин Yashin`,
  BG: `Щерев Shterev Ангел Angel`,
  MK: `Ѓорѓи Gjorgji Џумхур Djumhur Ќерим Kjerim`,
};

const rows = Object.entries(NAMES).flatMap(([citizenship, names]) => {
  const words = names.split(/\s+/);
  return words.flatMap((name, index) => (index % 2 ? [] : [[name, citizenship, words[index + 1]] as const]));
});

it.each(rows)('latinSpelling spells %s of %s as %s', (name, citizenship, spelling) => {
  expect(latinSpelling(name, citizenship)).toBe(spelling);
});

it('latinSpelling spells every Cyrillic letter of ten languages', () => {
  const letters =
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюя' +
    'ґєії' +
    'іў' +
    'әғқңөұүһі' +
    'ңөү' +
    'ғӣқӯҳҷ' +
    'өү' +
    'ђјљњћџ' +
    'ўқғҳ' +
    'җҙҫҡ';
  for (const citizenship of ['', 'RU', 'UA', 'BY', 'KZ', 'KG', 'TJ', 'MN', 'RS', 'UZ'])
    for (const letter of letters) {
      expect(latinSpelling(letter, citizenship), `${letter} ${citizenship}`).toMatch(/^[a-z]*$/);
      expect(latinSpelling(`А${letter.toUpperCase()}`, citizenship), letter).toMatch(/^A[A-Z]*$/);
    }
  expect(latinSpelling('абвгдеёжзийклмнопрстуфхцчшщъыьэюя')).toBe('abvgdeezhziiklmnoprstufkhtschshshchieyeiuia');
});

it.each(['Anna', 'Łukasz', "O'Connor", '안나', 'आन्ना', 'آنا', '', 'Ꙁ'])('latinSpelling returns null for %j', (name) => {
  expect(latinSpelling(name)).toBeNull();
});
