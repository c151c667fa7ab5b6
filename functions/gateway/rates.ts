/** The rate of each call. */
import type { EndpointId } from '../../src/domain/api/endpoints.ts';

/**
 * Calls a minute for one network address, which a carrier may give to hundreds: 200 applicants in ten minutes make 20 a minute.
 * 20: sends a mail, or takes a password of a session. 600: pages that poll for another device.
 */
export const RATES_PER_MINUTE = [20, 60, 120, 600] as const;
export type PerMinute = (typeof RATES_PER_MINUTE)[number];

/** The limit of each call for one network address, then 429; null: no limit. */
export const PER_MINUTE: Record<EndpointId, PerMinute | null> = {
  login: 60,
  logout: null,
  changePassword: 20,
  checkEmail: 120,
  createSpecialist: 60,
  createFounder: 60,
  createInvestor: 60,
  updateSpecialist: null,
  updateFounder: null,
  updateInvestor: null,
  requestResetCode: 20,
  checkResetCode: 60,
  resetPassword: 60,
  restoreEmail: 60,
  currentUser: 600,
  listSessions: null,
  endOtherSessions: null,
  withdraw: 20,
  askForDeletion: 20,
  endDeletionRequest: null,
  sendConfirmation: 20,
  confirmEmail: 60,
  listMessages: null,
  sendMessage: 20,
  acceptsMessages: 600,
  askQuestion: 20,
  employeeVisa: 600,
  supportsParcels: 600,
  putParcel: 120,
  getParcel: 600,
  deleteParcel: 120,
  putBlob: 120,
  getBlob: 120,
  deleteBlob: 120,
};
