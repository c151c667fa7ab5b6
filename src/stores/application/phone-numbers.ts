/** The part of libphonenumber-js that the portal uses, on its own: what is imported on demand is not thinned out otherwise. */
export { AsYouType, default as parsePhoneNumber, isValidPhoneNumber } from 'libphonenumber-js/min/es6';
