/** How the desk works, on two screens. */
import { Page } from '../pages/Page.tsx';
import { Section } from '../pages/ui.tsx';
import type { Office, Routes } from '../request/office.ts';

const TOPICS = ['work', 'case', 'decide', 'talk', 'undo', 'personal', 'roles'] as const;

async function helpPage({ t }: Office) {
  return (
    <Page title={t('help.title')}>
      {TOPICS.map((topic) => (
        <Section key={topic} id={topic} title={t(`help.${topic}.title`)}>
          <p className="written">{t(`help.${topic}.text`)}</p>
        </Section>
      ))}
    </Page>
  );
}

export const helpRoutes: Routes = { get: { '/help': helpPage } };
