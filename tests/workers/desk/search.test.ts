/** The search of the browser desk. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, newEmail, shortValues, validValues } from '../admin/support/applications.ts';
import { migrate } from '../admin/support/host.ts';
import { addRows } from '../admin/support/many.ts';
import { officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');

async function applied(overrides: Parameters<typeof validValues>[0] = {}): Promise<string> {
  return (await createApplication({ type: 'founder', values: validValues({ email: newEmail(), ...overrides }) })).id;
}

async function search(text: string): Promise<string> {
  const page = await anna.search(text);
  expect(page.status).toBe(200);
  return page.text();
}

/** The numbers of the found applications, in order. */
const found = async (text: string) => [
  ...new Set([...(await search(text)).matchAll(/href="\/applications\/(ITV-\w+)\?search=/g)].map(([, id]) => id)),
];

describe('search for a part', () => {
  it('a part of a name is found although other names begin with it, and those come first', async () => {
    const inside = await applied({ surname: 'Khalimov' });
    const beginning = await applied({ surname: 'Alimov' });
    const newest = await applied({ surname: 'Salimova' });
    expect(await found('alim')).toEqual([beginning, newest, inside]);
    expect(await found('АЛИМ')).toEqual([beginning, newest, inside]);
  });

  it('several parts are found in any order, each in one of the names or the passport number', async () => {
    const id = await applied({ surname: 'Karimova', name: 'Dilnoza', passport_number: 'FB7654321' });
    await applied({ surname: 'Rahimova', name: 'Dilnoza', passport_number: 'FB1111111' });
    for (const text of ['noza karim', 'RIMOV  lno', 'noza 76543', 'arimo'])
      expect(await found(text), text).toEqual([id]);
    expect(await found('noza karim nobody')).toEqual([]);
  });

  it('a part of the local part of an e-mail is found, and no part of its domain', async () => {
    const id = await applied({ email: 'first.jamshid_99@unusual.example' });
    for (const text of ['jamshid_99', 'JAMSHID', 'first.jam', 'shid_99@unus'])
      expect(await found(text), text).toEqual([id]);
    expect(await found('unusual')).toEqual([]);
  });

  it('a part of a number is found in any case, with its prefix, and with letters that look like digits', async () => {
    const id = await applied();
    const signs = id.slice(4);
    const misread = signs.replaceAll('0', 'o').replaceAll('1', 'l');
    for (const text of [signs.slice(0, 6), signs.slice(3, 9).toLowerCase(), id.slice(0, 9), misread.slice(2)])
      expect(await found(text), text).toContain(id);
  });

  it('a part of a passport number is found with or without spaces', async () => {
    const id = await applied({ passport_number: 'QZ9081726' });
    for (const text of ['081726', '08 17-26', 'z90817']) expect(await found(text), text).toEqual([id]);
  });

  it('a passport number is found with O for 0 and 0 for O, whole, begun, in groups and in part', async () => {
    const withLetter = await applied({ passport_number: 'KO4059306', surname: 'Letterly' });
    const withZero = await applied({ passport_number: 'K04712906', surname: 'Zeroly' });
    for (const text of ['KO4059306', 'k04o593o6', 'KO4 O59 3O6', 'k04059', 'o593o', 'letterly ko4o'])
      expect(await found(text), text).toEqual([withLetter]);
    for (const text of ['K04712906', 'KO47129O6', 'ko471 29o6', 'KO471', '129O6'])
      expect(await found(text), text).toEqual([withZero]);
  });

  it('wildcards and SQL are plain text', async () => {
    for (const text of ['%', '_', '*', "' OR 1=1 --", '??', '—', '@']) expect(await found(text), text).toEqual([]);
  });

  it('a complete number or e-mail finds its application only', async () => {
    const id = await applied({ email: 'sam@whole.example', surname: 'Wholly' });
    await applied({ email: 'other.sam@whole.example', surname: 'Wholly' });
    expect(await found('sam@whole.example')).toEqual([id]);
    expect(await found(id.toLowerCase())).toEqual([id]);
  });
});

describe('search for a name', () => {
  it('a short name finds itself, what begins with it, what sounds like it as a whole, and nothing else', async () => {
    const sounds = await applied({ surname: 'Le', name: 'Quan' });
    const inside = await applied({ surname: 'Galeeva', name: 'Quan' });
    await applied({ surname: 'Levin', name: 'Quan' });
    const exact = await applied({ surname: 'Lee', name: 'Quan' });
    const begins = await applied({ surname: 'Leeds', name: 'Quan' });
    expect(await found('Lee')).toEqual([exact, begins, sounds, inside]);
    expect(await found('lee quan')).toEqual([exact, begins, sounds, inside]);
    expect((await found('Le'))[0]).toBe(sounds);
  });

  it.each(['zzz', 'hh', 'ii'])('%s finds no name of another sound', async (text) => {
    await applied({ surname: 'Zakirov', name: 'Hamid' });
    expect(await found(text)).toEqual([]);
  });

  it('a name is found as passports spell its letters, and as people do', async () => {
    const letters = await applied({ surname: 'Müller', name: 'Jürgen' });
    const passport = await applied({ surname: 'Mueller', name: 'Juergen' });
    for (const text of ['MUELLER JUERGEN', 'müller jürgen', 'Muller', 'mueller'])
      expect((await found(text)).toSorted(), text).toEqual([letters, passport].toSorted());
    expect((await found('Mueller'))[0]).toBe(passport);
    expect((await found('Müller'))[0]).toBe(letters);
    const cyrillic = await applied({ surname: 'Семёнов', name: 'Пётр' });
    const latin = await applied({ surname: 'Semyonov', name: 'Pyotr' });
    for (const text of ['Pyotr', 'Petr Semenov', 'пётр', 'Semyonov Pyotr'])
      expect((await found(text)).toSorted(), text).toEqual([cyrillic, latin].toSorted());
  });

  it('of names with the same folded letters the one that was typed comes first', async () => {
    const older = await applied({ surname: 'Bäcker', name: 'Анна' });
    const newer = await applied({ surname: 'Backer', name: 'Anna' });
    for (const text of ['bäcker', 'Bäcker Анна', 'анна bäcker'])
      expect(await found(text), text).toEqual([older, newer]);
    for (const text of ['BACKER', 'backer anna']) expect(await found(text), text).toEqual([newer, older]);
  });

  it.each(['1987-11-23', '23.11.1987', '23 11 1987', '23 November 1987', '23 ноября 1987 г.', '11/23/1987'])(
    'the date of birth %s finds its people',
    async (text) => {
      const id = await applied({ date_birth: '1987-11-23', passport_date: '2020-01-01' });
      await applied({ date_birth: '1987-11-24', passport_date: '2020-01-01' });
      expect(await found(text)).toContain(id);
      expect(await found(text.replace('1987', '1986'))).toEqual([]);
    },
  );
});

describe('search for what applicants spell otherwise', () => {
  it.each(['Shcherbakov', 'Sherbakov', 'Scherbakov', 'SCHERBAKOV', 'Щербаков', 'щербак'])(
    'Shcherbakov is found as %s',
    async (text) => {
      const id = await applied({ surname: 'Shcherbakov', name: 'Khasan' });
      expect(await found(text)).toContain(id);
      expect(await found(`${text} hasan`)).toContain(id);
      expect(await found(`${text} hussein`)).toEqual([]);
    },
  );

  it('the digits of a phone number are found in any notation, from the first one on', async () => {
    const phones = { phone: '+49 151 2345 6789', additional_phone: '+49 160 1112223' };
    const id = await applied(phones);
    for (const text of ['4915123456789', '+49 (151) 234-567-89', '49151234', '5123456', '1601112'])
      expect(await found(text), text).toEqual([id]);
    expect(await found('4915123456780')).toEqual([]);
  });

  it('a company is found by its words in any order and in either script', async () => {
    const values = shortValues({ email: newEmail(), company_name: 'Yangi Texnologiya MCHJ' });
    const { id } = await createApplication({ type: 'specialist', values });
    for (const text of ['texnologiya', 'Yangi tex', 'mchj yangi', 'янги'])
      expect(await found(text), text).toEqual([id]);
  });
});

describe('a long search', () => {
  it('a search that would be cut inside an emoji is cut before it', async () => {
    const text = 'a'.repeat(199);
    expect(await search(`${text}😀😀`)).toContain(`${text}😀`);
  });

  it('a search lists at most 40 applications, and reports that there are more', async () => {
    await addRows(
      Array.from({ length: 42 }, (_, nth) => ({
        id: `ITV-${1_000_000_000 + nth}`,
        fields: { surname: 'Crowdedly' },
        history: [['submitted', nth]] as const,
      })),
    );
    const page = await search('rowded');
    expect(new Set(page.match(/href="\/applications\/ITV-\w+\?/g)).size).toBe(40);
    expect(page).toContain('first 40');
  });
});
