/** A sample of calls and faults; long/faults.test.ts has every call with a fault at each of its operations. */
import { testFaults } from './support/fault-tests.ts';

testFaults(['createFounder', 'updateFounder', 'resetPassword', 'withdraw', 'sendMessage', 'putBlob', 'currentUser'], 4);
