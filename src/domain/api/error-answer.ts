/** Reads error bodies. Without the schema library, since pages that send no form carry this too. */
import { type ErrorBody, type FieldErrors, isErrorCode } from './errors.ts';

/** Reads an error body; null when it is not one of the contract. */
export function readErrorBody(value: unknown): ErrorBody | null {
  if (typeof value !== 'object' || value === null) return null;
  const { code, message = '', request_id = '', errors } = value as Record<string, unknown>;
  if (!isErrorCode(code) || typeof message !== 'string' || typeof request_id !== 'string') return null;
  if (errors === undefined) return { code, message, request_id };
  return isFieldErrors(errors) ? { code, message, request_id, errors } : null;
}

function isFieldErrors(value: unknown): value is FieldErrors {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((codes) => Array.isArray(codes) && codes.every((code) => typeof code === 'string'));
}
