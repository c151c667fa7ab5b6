/** Differences between a company's answers and the applicant's: which of the two goes into the draft. */
import { useState } from 'react';
import { fieldLabel } from '../../domain/application/field-names.ts';
import { FIELDS, type FieldName } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { textOf } from '../../stores/page-text.ts';
import type { CompanyDifference } from '../../stores/parcel/company-answers.ts';
import { companyAsker } from '../../stores/parcel/company-asker.ts';
import { answerOf } from '../fields/answer-rows.tsx';
import { Button } from '../ui/Button.tsx';
import { RadioGroup } from '../ui/ChoiceFields.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import styles from './parcel.module.css';

export function CompanyComparison({ type, differences }: { type: ApplicationType; differences: CompanyDifference[] }) {
  const locale = useLocale();
  const t = useText('parcel');
  const words = { locale, type, t: textOf(locale, 'forms') };
  const [kept, setKept] = useState<readonly FieldName[]>([]);
  const taken = differences.flatMap(({ name }) => (kept.includes(name) ? [] : [name]));
  return (
    <>
      <p>{t(differences.length > 0 ? 'company.ask.differ' : 'company.ask.same')}</p>
      {differences.map(({ name, own, theirs }) => {
        const { kind } = FIELDS[name];
        return (
          <div key={name} className={styles.summary}>
            <p>
              <strong>{fieldLabel(words.t.find, type, name)}</strong>
            </p>
            <dl className={styles.answers}>
              <dt>{t('company.ask.own')}</dt>
              <dd translate="no">{answerOf(words, kind, own) ?? t('company.ask.nothing')}</dd>
              <dt>{t('company.ask.theirs')}</dt>
              <dd translate="no">{answerOf(words, kind, theirs)}</dd>
            </dl>
            <RadioGroup
              name={`take-${name}`}
              label={t('company.ask.which')}
              value={kept.includes(name) ? 'own' : 'theirs'}
              onChange={(value) => setKept(value === 'own' ? [...kept, name] : kept.filter((other) => other !== name))}
              options={[
                { value: 'theirs', label: t('company.ask.takeTheirs') },
                { value: 'own', label: t('company.ask.keepOwn') },
              ]}
              inline
            />
          </div>
        );
      })}
      <Button onClick={() => void companyAsker.accept(taken)}>{t('company.ask.take')}</Button>
    </>
  );
}
