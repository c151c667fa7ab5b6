import * as v from 'valibot';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { FIELD_CODES } from '../field-codes.ts';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

export const errorBodySchema = v.object({
  code: v.pipe(v.picklist(CODES), v.description('What went wrong; each code has one status.')),
  message: v.pipe(v.string(), v.description('English, for a log. Never shown, and holds nothing personal.')),
  request_id: v.pipe(v.string(), v.minLength(1), v.description('The same as the header X-Request-Id.')),
  errors: v.optional(
    v.pipe(
      v.record(v.string(), v.array(v.picklist(FIELD_CODES))),
      v.description('Field path → codes. A path is a wire name, or one within a list: formatted_relatives.0.name.'),
    ),
  ),
  host_words: v.optional(
    v.pipe(
      v.object({
        message: v.optional(v.string()),
        errors: v.optional(v.record(v.string(), v.array(v.string()))),
      }),
      v.description(
        'Of the gateway alone: what a host that does not write these bodies says, short plain text, and by field.',
      ),
    ),
  ),
});
