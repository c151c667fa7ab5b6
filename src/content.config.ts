/**
 * The landing page's sections: one folder an entry, one file a language. Rule: what is said about the visa, the park or
 * the country carries its source.
 */

import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import type { Section } from './content/sections.ts';

const entry = z.strictObject({
  /** Place within its section, from 1. */
  order: z.number().int().positive(),
  title: z.string().min(1),
  text: z.string().min(1),
  source: z.strictObject({ name: z.string().min(1), url: z.url() }).optional(),
});
const sourced = entry.required({ source: true });

const section = <Schema extends z.ZodType>(name: Section, schema: Schema) =>
  defineCollection({ loader: glob({ base: `./src/content/${name}`, pattern: '*/*.json' }), schema });

export const collections = {
  product: section('product', entry),
  benefit: section('benefit', sourced),
  'it-park': section('it-park', sourced),
  uzbekistan: section('uzbekistan', sourced.extend({ picture: z.string() })),
  comments: section('comments', entry),
  news: section('news', sourced.extend({ date: z.iso.date() })),
  contacts: section('contacts', entry),
};
