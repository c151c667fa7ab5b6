/** Every call with a fault at each of its operations. */
import { CALLS, testFaults } from '../support/fault-tests.ts';

testFaults(CALLS, 1);
