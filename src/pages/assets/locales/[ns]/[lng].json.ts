/** Publishes the words of each namespace and language for i18next's HTTP back end (requirements: translation-loader). */
import type { APIRoute } from 'astro';
import { builtWords } from '../../../../components/built-words.ts';
import { LOCALES, type Locale, NAMESPACES, type Namespace } from '../../../../domain/i18n/locales.ts';

export const getStaticPaths = () =>
  NAMESPACES.flatMap((ns) => LOCALES.map((lng) => ({ params: { ns, lng }, props: { ns, lng } })));

export const GET: APIRoute<{ ns: Namespace; lng: Locale }> = ({ props: { ns, lng } }) =>
  Response.json(builtWords(lng, ns));
