/** A separate module, since a dynamic import of the package is not tree-shaken. */
import {
  AsYouType,
  isValidPhoneNumber,
  default as parsePhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min/es6';

export const phoneNumbers = { AsYouType, parsePhoneNumber, isValidPhoneNumber, validatePhoneNumberLength };
