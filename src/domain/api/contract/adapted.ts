/** What the gateway alone adds to a record, for a host that does not write all of it (functions/gateway/host/README.md). */
import * as v from 'valibot';
import type { AdaptedRecord } from '../../application/record.ts';
import type { AdaptedEntry } from '../../application/status.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';

const ofGateway = (text: string) => `Of the gateway alone: ${text}`;

const titleSchema = v.object(
  Object.fromEntries(LOCALES.map((locale) => [locale, v.string()])) as Record<Locale, v.StringSchema<undefined>>,
);

type SchemasOf<Added> = { [Name in keyof Required<Added>]: v.GenericSchema<Added[Name]> };

/** What the gateway adds to an entry whose status the portal does not know. */
export const ADAPTED_ENTRY = {
  title: v.optional(v.pipe(titleSchema, v.description(ofGateway('shown in place of its name.')))),
  tone: v.optional(
    v.pipe(v.picklist(['info', 'success', 'warning', 'error']), v.description(ofGateway('how it is shown.'))),
  ),
  closed: v.optional(v.pipe(v.boolean(), v.description(ofGateway('no change can be sent any more.')))),
} satisfies SchemasOf<AdaptedEntry>;

export const ADAPTED_RECORD = {
  mails_steps: v.optional(
    v.pipe(v.boolean(), v.description(ofGateway('false where nothing is known of mails about the steps.'))),
  ),
  file_links: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description(ofGateway('the address of each file reference here, where the references are none.')),
    ),
  ),
  given: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description(
        ofGateway(
          'by part, what an update sends for an answer that was not changed, where /body-form.json asks for it.',
        ),
      ),
    ),
  ),
  lost_files: v.optional(
    v.pipe(
      v.array(v.object({ paths: v.array(v.string()), count: v.number() })),
      v.description(ofGateway('of each group of paths so many have no file.')),
    ),
  ),
  file_facts: v.optional(
    v.pipe(
      v.record(v.string(), v.object({ size: v.number(), sha256: v.string() })),
      v.description(ofGateway('by path, the file as it is stored.')),
    ),
  ),
} satisfies SchemasOf<AdaptedRecord>;
