/** Pages that say why something was not done, and lead on. */
import type { Office } from '../request/office.ts';
import { Page } from './Page.tsx';
import { Notice } from './ui.tsx';

interface RefusedPageProps {
  office: Office;
  title: string;
  text?: string;
  /** What the officer wrote, to be copied. */
  written?: string;
  /** Where to go on, and what that is called. */
  to?: { href: string; label: string };
}

export function RefusedPage({ office, title, text, written, to }: RefusedPageProps) {
  return (
    <Page office={office} title={title}>
      <h1>{title}</h1>
      {text && <Notice tone="error" title={text} />}
      {written && (
        <>
          <h2>{office.t('conflict.written')}</h2>
          <p className="written">{written}</p>
        </>
      )}
      <p>
        <a className="button button--quiet" href={to?.href ?? '/'}>
          {to?.label ?? office.t('toQueue')}
        </a>
      </p>
    </Page>
  );
}
