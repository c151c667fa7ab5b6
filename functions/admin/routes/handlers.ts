/** Who answers each entry of the endpoint table; an entry without a handler does not compile. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import type { Handler } from './call.ts';
import { changePassword } from './change-password.ts';
import { checkEmail } from './check-email.ts';
import { createApplication } from './create.ts';
import { employeeVisa } from './employee-visa.ts';
import { checkResetCode, requestResetCode, resetPassword } from './reset.ts';
import { restoreEmail } from './restore-email.ts';
import { signIn, signOut } from './sign-in.ts';
import { updateApplication } from './update.ts';
import { currentUser, endOtherSessions, sessions } from './user.ts';

export const HANDLERS: Record<EndpointId, Handler> = {
  login: signIn,
  logout: signOut,
  changePassword,
  checkEmail,
  createSpecialist: createApplication('specialist'),
  createFounder: createApplication('founder'),
  createInvestor: createApplication('investor'),
  updateSpecialist: updateApplication('specialist'),
  updateFounder: updateApplication('founder'),
  updateInvestor: updateApplication('investor'),
  requestResetCode,
  checkResetCode,
  resetPassword,
  restoreEmail,
  currentUser,
  listSessions: sessions,
  endOtherSessions,
  employeeVisa,
};
