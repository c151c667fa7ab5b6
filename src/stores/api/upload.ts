/** Multipart calls with progress. */
import { ENDPOINTS, type EndpointId, type EndpointParams, endpointPath } from '../../domain/api/endpoints.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { noteTokenAnswer } from './client.ts';
import { type Answer, failed } from './request.ts';
import { type SendOptions, sendBody } from './send-body.ts';
import { $session } from './token.ts';

export interface UploadOptions<Id extends EndpointId = EndpointId> extends SendOptions {
  params?: EndpointParams<Id>;
  form: FormData;
  locale: Locale;
  idempotencyKey?: string;
}

/** Sends a form. `offline`: nothing left the device. `no_answer`: it may have arrived. Nothing is thrown for either. */
export async function uploadForm<Id extends EndpointId>(id: Id, options: UploadOptions<Id>): Promise<Answer> {
  const { method, access } = ENDPOINTS[id];
  const path = endpointPath(id, options.params ?? ({} as EndpointParams<Id>));
  const token = access === 'token' ? $session.get().token : null;
  if (access === 'token' && !token) return failed('token_required');

  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': options.locale };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const answer = await sendBody(method, path, headers, options.form, options);
  if (token) noteTokenAnswer(token, answer);
  return answer;
}
