/** What changed since the home page was last open on this device; nothing on the first visit. */
import { useEffect } from 'react';
import { formatInstant } from '../../domain/i18n/dates.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $news, seeHistory } from '../../stores/account/last-visit.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { textOf } from '../../stores/page-text.ts';
import { useClientStore } from '../ui/use-hydrated.ts';
import { stageTitle } from './stage-words.ts';

export function SinceLastVisit({ id, locale }: { id: string; locale: Locale }) {
  const t = textOf(locale, 'auth');
  const history = useClientStore($statusHistory, null);
  const news = useClientStore($news, null);

  useEffect(() => {
    if (history) seeHistory(id, history);
  }, [id, history]);

  if (news?.id !== id || news.entries === null) return null;
  if (news.entries.length === 0) return <p className="since">{t('home.sinceNothing')}</p>;
  return (
    <section className="since" aria-labelledby="since-title">
      <h2 className="since__title" id="since-title">
        {t('home.sinceTitle')}
      </h2>
      <ul>
        {news.entries.map(({ status_type, created_at }) => (
          <li key={created_at}>
            <b>{stageTitle(status_type, locale)}</b>,{' '}
            <time dateTime={created_at}>{formatInstant(created_at, locale)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
