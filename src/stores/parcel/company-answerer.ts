/** The portal's company page; see answer-company.ts. */
import { isPhone } from '../application/phone-check.ts';
import { ports } from '../browser/ports.ts';
import { createCompanyAnswerer } from './answer-company.ts';

export const companyAnswerer = createCompanyAnswerer({ now: () => new Date(ports.now()), isPhone });
