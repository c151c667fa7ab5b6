import { beforeEach, describe, expect, it } from 'vitest';
import { $news, updateNews } from '../../../../src/stores/account/last-visit.ts';
import { local, resetBrowser } from './world.ts';

const entry = (status_type: string, day: string) => ({
  status_type,
  created_at: `2026-11-${day}T10:00:00.000Z`,
  note: '',
});
const sent = entry('submitted', '01');
const review = entry('in_review', '02');
const approved = entry('approved', '09');

/** Opens the page again. */
const nextVisit = () => $news.set(null);

beforeEach(() => {
  resetBrowser();
  nextVisit();
});

describe('news since the last visit', () => {
  it('the first visit of an account has no news', () => {
    updateNews('ITV-1', [sent]);
    expect($news.get()).toEqual({ id: 'ITV-1', entries: null });
  });

  it('the news are the entries added since the last visit', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-1', [sent, review, approved]);
    expect($news.get()?.entries).toEqual([review, approved]);
  });

  it('a visit without new status entries has empty news', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-1', [sent]);
    expect($news.get()?.entries).toEqual([]);
  });

  it('the news stay while the page is open, and grow with further status entries', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-1', [sent, review]);
    updateNews('ITV-1', [sent, review]);
    updateNews('ITV-1', [sent, review, approved]);
    expect($news.get()?.entries).toEqual([review, approved]);
  });

  it('the news do not depend on a visit of another applicant', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-2', [sent, review]);
    expect($news.get()).toEqual({ id: 'ITV-2', entries: null });
  });

  it('the last visit is stored without personal data', () => {
    updateNews('ITV-1', [sent]);
    expect(JSON.stringify(local)).not.toContain('ITV-1');
    expect(Object.keys(local)).toEqual(['seenUntil']);
  });
});
