/** What officers note about an application, and who works on it. */
import { DeskLog, Officers } from '../admin/store/actions.ts';
import { Applicants } from '../admin/store/applicants.ts';
import { Conflict } from '../admin/store/database.ts';
import { OfficerNotes } from '../admin/store/notes.ts';
import { findPerson, isSameOfficer, lastAction, type Officer, officerName, readNote, requireRole } from './officer.ts';
import { OfficeRefusal, onChange } from './refusal.ts';
import { dayOf } from './words.ts';

/** Adds an internal note. @returns the text as stored @throws OfficeRefusal */
export async function note(officer: Officer, given: string, written: string): Promise<{ id: string; text: string }> {
  requireRole(officer, 'decide');
  const text = readNote(written, 'text');
  const { id } = await findPerson(officer, given);
  const { env, by, now } = officer;
  await new OfficerNotes(env.DB).add(id, { text, by, at: now }).catch(onChange);
  return { id, text };
}

/**
 * Assigns an application to an officer, or hands it over.
 * @param to null to release it
 * @param from the assignee that the officer saw; undefined for the present one
 * @throws OfficeRefusal `conflict` for another assignee, `noSuchOfficer`
 */
export async function assignTo(
  officer: Officer,
  given: string,
  to: string | null,
  from?: string | null,
): Promise<{ id: string; assignee: string | null }> {
  requireRole(officer, 'decide');
  const { env, by, now } = officer;
  const { id, assignee: present } = await findPerson(officer, given);
  const assignee = to === null ? null : officerName(to);
  const isKnown = assignee === null || isSameOfficer(assignee, by) || (await colleagues(officer)).includes(assignee);
  if (!isKnown) throw new OfficeRefusal('noSuchOfficer', { officer: assignee });
  await new Applicants(env.DB)
    .assign({ applicantId: id, from: from === undefined ? present : from, to: assignee, by, now })
    .catch(async (error: unknown) => {
      throw error instanceof Conflict ? new OfficeRefusal('conflict', await lastAction(officer, id)) : error;
    });
  return { id, assignee };
}

const SEEN_MS = 60 * 24 * 60 * 60 * 1000;

/** Officers to whom an application can be handed over: they may decide, and used the desk lately. */
export const colleagues = ({ env, now }: Pick<Officer, 'env' | 'now'>): Promise<string[]> =>
  new Officers(env.DB).deciding(dayOf(now - SEEN_MS));

const TAKEN_MS = 3 * 24 * 60 * 60 * 1000;

/** Applications that colleagues took from an officer lately. */
export const takenOver = ({ env, by, now }: Officer) =>
  new DeskLog(env.DB).takenFrom(by, { since: now - TAKEN_MS, limit: 10 });
