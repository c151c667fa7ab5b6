/** Fictional applicants for the samples, as in passports: name, surname, gender, citizenship (ISO 3166-1 alpha-2), birth date. */
const PEOPLE: readonly string[] = [
  'Anna Weber female DE 1990-01-31',
  'Deniz Yildiz male TR 1984-07-12',
  'Priya Nair female IN 1995-11-03',
  'Marek Novak male CZ 1979-03-25',
  'Sofia Rossi female IT 1992-09-08',
  'Daniel Kim male KR 1988-12-30',
  'Aigerim Omarova female KZ 1997-05-17',
  'Lucas Silva male BR 1981-02-09',
  'Emma Jones female GB 1986-10-21',
  'Hiroshi Tanaka male JP 1975-06-14',
  'Leila Haddad female LB 1993-04-02',
  'Oleg Sidorov male RU 1983-08-19',
  'Camille Martin female FR 1991-01-05',
  'Ahmed Hassan male EG 1987-11-27',
  'Grace Mensah female GH 1996-03-11',
  'Pedro Garcia male ES 1978-09-23',
  'Nino Beridze female GE 1994-12-16',
  'James Miller male US 1982-05-28',
  'Linh Nguyen female VN 1998-07-07',
  'Jonas Andersson male SE 1980-04-13',
  'Fatima Khan female PK 1989-10-10',
  'Pavel Ivanov male BG 1976-02-24',
  'Mei Chen female SG 1985-06-06',
  'Tomas Kowalski male PL 1992-08-01',
];

export type SamplePerson = ReturnType<typeof samplePerson>;

export function samplePerson(index: number) {
  const [name = '', surname = '', gender = '', citizenship = '', born = ''] = (
    PEOPLE[index % PEOPLE.length] ?? ''
  ).split(' ');
  return { name, surname, gender, citizenship, born };
}
