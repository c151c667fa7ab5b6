/** The portal's company page; see answer-company.ts. */
import { isPhone } from '../application/phone-check.ts';
import { ports } from '../browser/ports.ts';
import { createCompanyAnswerer } from './answer-company.ts';
import { openParcel } from './parcel.ts';
import { watchIndex } from './watch.ts';

export const companyAnswerer = createCompanyAnswerer({
  open: openParcel,
  watch: watchIndex,
  now: () => new Date(ports.now()),
  isPhone,
});
