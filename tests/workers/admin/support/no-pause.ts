/** A set-up file of the hosts' tests, which wait for the work after each response: mails leave at once. */
import { pauseTimes } from '../../../../functions/platform/passing-faults.ts';

pauseTimes.mail = 0;
