/** What a form does not need to be used at once: fetched while someone reads and types, or when it is asked for. */
import { later } from '../ui/later.ts';

export const laterReview = later(() => import('./Review.tsx'));
export const laterList = later(() => import('./ListField.tsx'));
export const laterDistricts = later(() => import('../../domain/reference/districts.ts'));
