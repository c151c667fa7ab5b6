/**
 * Statuses of another host that are called like the portal's. Rule: pages promise dates and mails for the contract's statuses
 * only, so those of a host that does not write the contract's history must not be taken for them.
 */
import { isJsonObject, type JsonObject } from '../../../src/domain/api/json.ts';
import { type HostProfile, hostStatus } from '../../../src/domain/application/host-profile.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { readList } from '../../../src/domain/input/host-values.ts';

const HISTORY = 'application_status_history';

/**
 * Writes a host's own statuses with a capital letter, where the contract has the same name: they are shown as the host's, with
 * the titles of its profile.
 */
export function markOwnStatuses(record: JsonObject, profile: Pick<HostProfile, 'statuses'>): void {
  const history = readList(record[HISTORY]);
  if (!history || history.every((entry) => isOfContract(entry, profile))) return;
  record[HISTORY] = history.map((entry) => {
    const status = isJsonObject(entry) ? entry.status_type : entry;
    if (typeof status !== 'string' || !isStatus(status)) return entry;
    const marked = status.charAt(0).toUpperCase() + status.slice(1);
    return isJsonObject(entry) ? { ...entry, status_type: marked } : marked;
  });
}

/** The contract's entry has a note, perhaps an empty one. A status that the profile lists is the host's. */
function isOfContract(entry: unknown, profile: Pick<HostProfile, 'statuses'>): boolean {
  if (!isJsonObject(entry) || typeof entry.note !== 'string') return false;
  return hostStatus(profile, String(entry.status_type)) === null;
}
