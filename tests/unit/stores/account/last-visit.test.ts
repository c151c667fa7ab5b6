import { beforeEach, describe, expect, it } from 'vitest';
import { $news, updateNews } from '../../../../src/stores/account/last-visit.ts';
import { local, newBrowser } from './world.ts';

const entry = (status_type: string, day: string) => ({
  status_type,
  created_at: `2026-11-${day}T10:00:00.000Z`,
  note: '',
});
const sent = entry('submitted', '01');
const review = entry('in_review', '02');
const approved = entry('approved', '09');

/** The page is opened again. */
const nextVisit = () => $news.set(null);

beforeEach(() => {
  newBrowser();
  nextVisit();
});

describe('what changed since the last visit', () => {
  it('is nothing to tell on the first one', () => {
    updateNews('ITV-1', [sent]);
    expect($news.get()).toEqual({ id: 'ITV-1', entries: null });
  });

  it('is each entry that came since', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-1', [sent, review, approved]);
    expect($news.get()?.entries).toEqual([review, approved]);
  });

  it('is nothing when nothing came', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-1', [sent]);
    expect($news.get()?.entries).toEqual([]);
  });

  it('stays as long as the page is open, and grows', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-1', [sent, review]);
    updateNews('ITV-1', [sent, review]);
    updateNews('ITV-1', [sent, review, approved]);
    expect($news.get()?.entries).toEqual([review, approved]);
  });

  it('is not taken from what somebody else has seen on the device', () => {
    updateNews('ITV-1', [sent]);
    nextVisit();
    updateNews('ITV-2', [sent, review]);
    expect($news.get()).toEqual({ id: 'ITV-2', entries: null });
  });

  it('is known without anything about a person on the device', () => {
    updateNews('ITV-1', [sent]);
    expect(JSON.stringify(local)).not.toContain('ITV-1');
    expect(Object.keys(local)).toEqual(['seenUntil']);
  });
});
