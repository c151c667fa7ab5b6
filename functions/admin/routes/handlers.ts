/** The handler of each endpoint; an endpoint without a handler does not compile. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { confirmEmail, restoreEmail, sendConfirmation } from './address.ts';
import type { Handler } from './call.ts';
import { createApplication } from './create.ts';
import { acceptsMessages, askQuestion, listOwnMessages, sendMessage } from './messages.ts';
import { deleteBlob, deleteParcel, getBlob, getParcel, putBlob, putParcel, supportsParcels } from './parcels.ts';
import { changePassword, checkResetCode, requestResetCode, resetPassword } from './password.ts';
import { checkEmail, employeeVisa } from './public.ts';
import { askForDeletion, endDeletionRequest, withdraw } from './requests.ts';
import { currentUser, endOtherSessions, sessions, signIn, signOut } from './session.ts';
import { updateApplication } from './update.ts';

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
  withdraw,
  askForDeletion,
  endDeletionRequest,
  sendConfirmation,
  confirmEmail,
  listMessages: listOwnMessages,
  sendMessage,
  acceptsMessages,
  askQuestion,
  employeeVisa,
  supportsParcels,
  putParcel,
  getParcel,
  deleteParcel,
  putBlob,
  getBlob,
  deleteBlob,
};
