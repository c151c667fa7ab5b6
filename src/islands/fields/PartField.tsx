/** One field of the field table in a part: its control, or the list that its answer opens. */
import { FLAG_OF, LISTS, type ListName, type NamedField } from '../../domain/application/fields.ts';
import { LoadingBlock } from '../ui/LoadingBlock.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { WaitForPart } from '../ui/WaitForPart.tsx';
import { type ControlKind, FormField } from './FormField.tsx';
import { laterList } from './later-parts.ts';
import { usePart, useValue } from './part-context.ts';

export function PartField({ field }: { field: NamedField }) {
  const flag = FLAG_OF[field.name];
  return flag ? <BehindFlag field={field} flag={flag} /> : <Shown field={field} />;
}

/** Shows its field while the question above it is answered with "yes". */
function BehindFlag({ field, flag }: { field: NamedField; flag: string }) {
  const answer = useValue(flag);
  // A page is built with a "no".
  const hydrated = useHydrated();
  return hydrated && answer === 'yes' ? <Shown field={field} /> : null;
}

function Shown({ field }: { field: NamedField }) {
  if (field.name in LISTS) return <List list={field.name as ListName} />;
  return <FormField path={field.name} kind={field.kind as ControlKind} max={field.max} />;
}

function List({ list }: { list: ListName }) {
  const { t, locale } = usePart();
  const part = laterList.use();
  if (part) return <part.ListField list={list} />;
  return (
    <WaitForPart part={laterList} locale={locale}>
      <LoadingBlock label={t('lists.opening')} lines={4} />
    </WaitForPart>
  );
}
