/** Raw paths: one spelling is routed, and every look-alike is detected. */
import { describe, expect, it } from 'vitest';
import {
  isCanonicalFilePath,
  looksLikeApi,
  looksLikeFiles,
  rawPathname,
} from '../../../functions/gateway/request/canonical.ts';

describe('rawPathname', () => {
  it.each([
    ['https://portal.test', '/'],
    ['https://portal.test/', '/'],
    ['https://portal.test/a', '/a'],
    ['https://portal.test/a?b=/c#d', '/a'],
    ['https://portal.test/a#d?b', '/a'],
    ['https://portal.test/?b', '/'],
    ['https://portal.test//a/../%2F', '//a/../%2F'],
    ['http://h/a', '/a'],
  ])('rawPathname returns the path byte for byte: %s', (url, path) => {
    expect(rawPathname(url)).toBe(path);
  });
});

describe('looksLikeApi and looksLikeFiles', () => {
  const spellings = (name: string) => [
    `/${name}`,
    `/${name}/x`,
    `/${name.toUpperCase()}/x`,
    `//${name}`,
    `/./${name}`,
    `/../${name}/x`,
    `/.//..\\${name}`,
    `\\${name}\\x`,
    `/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `/${name}%2fx`,
    `/%2e/${name}`,
    `/${name}/%ff`,
  ];
  const others = (name: string) => [
    '/',
    '',
    `/${name}s`,
    `/x${name}`,
    `/x/${name}`,
    `/.../${name}`,
    `/%ff/${name}`,
    `/${name.slice(1)}`,
  ];

  it.each(spellings('api'))('looksLikeApi accepts every spelling of an API path: %s', (path) =>
    expect(looksLikeApi(path)).toBe(true),
  );
  it.each([...others('api'), '/files'])('looksLikeApi rejects any other path: %s', (path) =>
    expect(looksLikeApi(path)).toBe(false),
  );
  it.each(spellings('files'))('looksLikeFiles accepts every spelling of a file path: %s', (path) =>
    expect(looksLikeFiles(path)).toBe(true),
  );
  it.each([...others('files'), '/api'])('looksLikeFiles rejects any other path: %s', (path) =>
    expect(looksLikeFiles(path)).toBe(false),
  );
});

describe('isCanonicalFilePath', () => {
  it.each([
    '/files/a',
    '/files/aZ09._~-',
    "/files/!$&'()*+,;=:@",
    '/files/k3y/photo.jpg',
    '/files/...',
    '/files/.a',
    '/files/a..',
    '/files/%D0%B0.pdf',
    '/files/%d0%b0',
    '/files/a%20b',
    '/files/%22%20',
    '/files/%F0%9F%98%80',
  ])('isCanonicalFilePath accepts %s', (path) => expect(isCanonicalFilePath(path)).toBe(true));

  it.each([
    '',
    '/files',
    '/files/',
    '/files//a',
    '/files/a/',
    '/files/a//b',
    '/filesx/a',
    '/x/files/a',
    '/FILES/a',
    '/files/.',
    '/files/..',
    '/files/a/./b',
    '/files/a/../b',
    '/files/a b',
    '/files/a"b',
    '/files/a\\b',
    '/files/ж',
    '/files/%',
    '/files/%2',
    '/files/a%',
    '/files/%zz',
    '/files/%61',
    '/files/%5A',
    '/files/%30',
    '/files/%2e',
    '/files/%2E%2E',
    '/files/%5f',
    '/files/%7E',
    '/files/%2d',
    '/files/%2f',
    '/files/%5C',
    '/files/%00',
    '/files/%1F',
    '/files/%7f',
    '/files/%C2%85',
    '/files/%D0',
    '/files/%FF',
    '/files/%D0%B0%61',
    '/files/%61%D0%B0',
    '/files/%20x%61',
    '/files/%61x%20',
  ])('isCanonicalFilePath rejects %s', (path) => expect(isCanonicalFilePath(path)).toBe(false));
});
