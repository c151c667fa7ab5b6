/** A separate module, since a dynamic import of the package is not tree-shaken. */
export {
  AsYouType,
  default as parsePhoneNumber,
  isValidPhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min/es6';
