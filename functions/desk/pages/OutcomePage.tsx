import { Page, Written } from './Page.tsx';
import { applicationPath } from './paths.ts';
import { ButtonLink, Notice, useOffice } from './ui.tsx';

interface OutcomePageProps {
  title: string;
  text?: string;
  /** The officer's text, to copy. */
  written?: string;
  /** The application to link to. */
  id?: string | undefined;
}

/** The page of a problem, or of an action without another page. */
export function OutcomePage({ title, text, written, id }: OutcomePageProps) {
  const { t } = useOffice();
  return (
    <Page title={title}>
      {text && <Notice tone="error" title={text} />}
      {written && <Written text={written} />}
      <p>
        <ButtonLink to={id ? applicationPath(id) : '/'} text={t(id ? 'conflict.look' : 'toQueue')} look="quiet" />
      </p>
    </Page>
  );
}
