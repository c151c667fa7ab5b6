/** The history of the application's statuses. */
import { currentStatus, type StatusEntry } from '../../domain/application/status.ts';
import { $statusHistory } from '../../stores/account/record.ts';
import { useClientStore } from '../ui/use-hydrated.ts';

const NONE: StatusEntry[] = [];

/** Empty until the record is loaded. */
export const useHistory = () => useClientStore($statusHistory, NONE);

export const useCurrentStatus = () => currentStatus(useHistory());
