/** A visa as its public page and its mail show it. */
import { canonicalVisaCode, type EmployeeVisa } from '../../../src/domain/application/visa.ts';
import type { OfficeEnv } from '../runtime/env.ts';
import { visiblePassportEnd } from '../runtime/settings.ts';
import { Visas } from './visas.ts';

/** A visa of this host, which has both dates. */
export type PublicVisa = EmployeeVisa & { valid_from: string; valid_to: string };

/** The visa with a code, in any spelling, even when revoked; null for an unknown code. */
export async function readPublicVisa(env: OfficeEnv, code: string): Promise<PublicVisa | null> {
  const visa = await new Visas(env.DB).find(canonicalVisaCode(code));
  if (!visa) return null;
  const { passport_number, ...shown } = visa;
  return { ...shown, ...visiblePassportEnd(env, passport_number) };
}
