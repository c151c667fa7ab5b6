/** No text of the portal is null, so `t` always gives a string. */
import 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    returnNull: false;
  }
}
