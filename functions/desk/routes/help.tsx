/** Explains how the desk works, on two screens. */
import { DeskPage } from '../pages/DeskPage.tsx';
import { CaseSection } from '../pages/ui.tsx';
import type { Office, Routes } from '../request/office.ts';

const TOPICS = ['work', 'case', 'decide', 'talk', 'undo', 'personal', 'roles'] as const;

async function helpPage({ t }: Office) {
  return (
    <DeskPage title={t('help.title')}>
      {TOPICS.map((topic) => (
        <CaseSection key={topic} id={topic} title={t(`help.${topic}.title`)}>
          <p className="written">{t(`help.${topic}.text`)}</p>
        </CaseSection>
      ))}
    </DeskPage>
  );
}

export const helpRoutes: Routes = { get: { '/help': helpPage } };
