/** The portal's askers for a file from a phone, one for each field; see ask-photo.ts. */
import { ports } from '../browser/ports.ts';
import { createPhotoAsker } from './ask-photo.ts';
import { createParcel } from './parcel.ts';
import { watchIndex } from './watch.ts';

export const newPhotoAsker = () => createPhotoAsker({ create: createParcel, watch: watchIndex, after: ports.after });
