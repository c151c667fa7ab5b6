/**
 * The landing page's sections and the information pages' topics: one folder per entry, one file per language. Statements about
 * the visa, the park or the country name their source.
 */
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { type ContentSection, DOCUMENT_SAMPLES, type InformationPage } from './content/collections.ts';
import { typesetAll } from './domain/i18n/typography.ts';

const entry = z.strictObject({
  /** Place within its section, from 1. */
  order: z.number().int().positive(),
  title: z.string().min(1),
  text: z.string().min(1),
  source: z.strictObject({ name: z.string().min(1), url: z.url() }).optional(),
});
const sourced = entry.required({ source: true });

/** Texts with a value that the owner has not set are dropped; of `until` the first complete one is shown. */
const topic = z.strictObject({
  order: z.number().int().positive(),
  title: z.string().min(1),
  text: z.array(z.string().min(1)).optional(),
  list: z.array(z.string().min(1)).optional(),
  until: z.array(z.string().min(1)).optional(),
  sources: z.array(z.strictObject({ name: z.string().min(1), url: z.url() })).optional(),
  /** The tests that verify its statements. */
  tests: z.array(z.string().startsWith('tests/')).optional(),
});

/** What a document must show. */
const document = z.strictObject({
  order: z.number().int().positive(),
  title: z.string().min(1),
  text: z.array(z.string().min(1)).min(1),
  sample: z.enum(DOCUMENT_SAMPLES),
  alt: z.string().min(1),
  /** The file fields that it explains: `field` of every type that has it, `type.field` or `relatives.field`. */
  explains: z.array(z.string()).min(1),
});

const section = <Schema extends z.ZodType>(name: ContentSection | InformationPage | 'documents', schema: Schema) =>
  defineCollection({
    loader: glob({ base: `./src/content/${name}`, pattern: '*/*.json' }),
    schema: schema.transform(typesetAll),
  });

export const collections = {
  product: section('product', entry),
  benefit: section('benefit', sourced),
  'it-park': section('it-park', sourced),
  uzbekistan: section('uzbekistan', sourced.extend({ picture: z.string() })),
  comments: section('comments', entry),
  news: section('news', sourced.extend({ date: z.iso.date() })),
  contacts: section('contacts', entry),
  help: section('help', topic),
  privacy: section('privacy', topic),
  accessibility: section('accessibility', topic),
  terms: section('terms', topic),
  'kept-private': section('kept-private', topic),
  documents: section('documents', document),
};
