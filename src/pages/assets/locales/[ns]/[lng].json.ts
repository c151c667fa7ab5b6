/** Publishes the words of each namespace and language for i18next's HTTP back end (specification §7). */
import type { APIRoute } from 'astro';
import { LOCALES, NAMESPACES } from '../../../../domain/i18n/locales.ts';

const files = import.meta.glob<Record<string, unknown>>('../../../../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

export const getStaticPaths = () => NAMESPACES.flatMap((ns) => LOCALES.map((lng) => ({ params: { ns, lng } })));

export const GET: APIRoute = ({ params: { ns, lng } }) =>
  Response.json(files[`../../../../../locales/${ns}/${lng}.json`] ?? {});
