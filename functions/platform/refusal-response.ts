import { type Refusal, refusalBody, statusOfRefusal } from '../../src/domain/api/refusal.ts';

/** The error response of a call; no cache may store it. */
export function refusalResponse(refusal: Refusal, requestId: string): Response {
  const headers = { ...refusal.details.headers, 'Cache-Control': 'no-store' };
  return Response.json(refusalBody(refusal, requestId), { status: statusOfRefusal(refusal), headers });
}
