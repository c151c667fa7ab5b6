/** The handler of each endpoint; an endpoint without a handler does not compile. */
import type { EndpointId } from '../../../src/domain/api/endpoints.ts';
import { addressCalls } from './address.ts';
import type { HostHandler } from './call.ts';
import { createCalls } from './create.ts';
import { messageCalls } from './messages.ts';
import { parcelCalls } from './parcels.ts';
import { passwordCalls } from './password.ts';
import { publicCalls } from './public.ts';
import { requestCalls } from './requests.ts';
import { sessionCalls } from './session.ts';
import { updateCalls } from './update.ts';

export const HANDLERS: Record<EndpointId, HostHandler> = {
  ...sessionCalls,
  ...passwordCalls,
  ...createCalls,
  ...updateCalls,
  ...addressCalls,
  ...requestCalls,
  ...messageCalls,
  ...publicCalls,
  ...parcelCalls,
};
