/** The log of actions; and what officers read, by officer or by application, for the role `audit`. */
import { readApplicantId } from '../../admin/secrets/keys.ts';
import { DeskLog } from '../../admin/store/actions.ts';
import { officerName, requireRole, traceRead } from '../../office/officer.ts';
import { Actions } from '../pages/CaseHistory.tsx';
import { DeskPage } from '../pages/DeskPage.tsx';
import { applicationPath, numberOf, skipTo } from '../pages/paths.ts';
import { DeskField, Form, Submit, Table } from '../pages/ui.tsx';
import { type DeskContext, formText, type Office, type Routes } from '../request/office.ts';

const LISTED = 100;

/** The search is a form, so that no address of an officer is in a URL. */
async function readsPage(office: Office, c: DeskContext) {
  requireRole(office, 'audit');
  const { env, t, clock, path } = office;
  const form = c.req.method === 'POST' ? await c.req.parseBody() : null;
  const about = formText(form, 'about').trim();
  const id = readApplicantId(about, true);
  const asked = id ? { applicantId: id } : about === '' ? {} : { officer: officerName(about) };
  const skipped = form ? 0 : numberOf(path, 'skip');
  // One more than shown tells whether there are further ones.
  const rows = await new DeskLog(env.DB).listReads(asked, { skip: skipped, limit: LISTED + 1 });
  const cells = rows
    .slice(0, LISTED)
    .map(({ day, officer, kind, applicantId }) => [
      clock.day(day),
      officer,
      t(`reads.kinds.${kind}`),
      applicantId === '' ? '' : <a href={applicationPath(applicantId)}>{applicantId}</a>,
    ]);
  return (
    <DeskPage title={t('places.reads')} section="reads" lead={t('reads.text')} isWide>
      <Form to="/reads">
        <DeskField name="about" label={t('reads.about')} value={about} />
        <Submit label={t('reads.show')} look="quiet" />
      </Form>
      {cells.length === 0 && <p className="empty">{t('reads.none')}</p>}
      {cells.length > 0 && (
        <Table
          label={t('places.reads')}
          head={['day', 'officer', 'kind', 'application'].map((name) => t(`reads.${name}`))}
          rows={cells}
        />
      )}
      {rows.length > LISTED && about === '' && <a href={skipTo(path, skipped + LISTED)}>{t('entries.next')}</a>}
      {rows.length > LISTED && about !== '' && <p className="soft">{t('reads.more', { count: LISTED })}</p>}
    </DeskPage>
  );
}

async function logPage(office: Office) {
  const { env, t, path } = office;
  const skipped = numberOf(path, 'skip');
  const actions = await new DeskLog(env.DB).latest(null, skipped + LISTED + 1);
  await traceRead(office, 'list');
  return (
    <DeskPage title={t('places.log')} section="log" isWide>
      <Actions actions={actions} />
    </DeskPage>
  );
}

export const logRoutes: Routes = { get: { '/log': logPage, '/reads': readsPage }, post: { '/reads': readsPage } };
