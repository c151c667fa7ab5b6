/** On the overview: has the company fill in its parts, and takes over what came. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FIELDS, type FieldName, type Part } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/written-dates.ts';
import { companyParts } from '../../domain/parcel/company-parts.ts';
import type { CompanyIndex } from '../../domain/parcel/contents.ts';
import { $draft } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import type { AskingCompany } from '../../stores/parcel/ask-company.ts';
import type { Difference } from '../../stores/parcel/company-answers.ts';
import { companyAsker } from '../../stores/parcel/company-asker.ts';
import { companyProblem } from '../../stores/parcel/company-problem.ts';
import { parcelLink, sheetRoute } from '../../stores/parcel/link.ts';
import { answerOf } from '../fields/answer-rows.tsx';
import { labelOf } from '../fields/field-texts.ts';
import { Button } from '../ui/Button.tsx';
import { CheckboxGroup, RadioGroup } from '../ui/ChoiceFields.tsx';
import { LoadingBlock, ProgressBar } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import { KeptPrivate } from './KeptPrivate.tsx';
import { LinkActions } from './LinkActions.tsx';
import styles from './parcel.module.css';

interface Props {
  locale: Locale;
}

/** Nothing for a type without a company. */
export function CompanyAsker({ locale }: Props) {
  const t = textOf(locale, 'parcel');
  const { type, phase } = useStore($draft);
  const asking = useStore(companyAsker.$asking);
  useEffect(() => {
    if (phase === 'ready') void companyAsker.resume();
    return companyAsker.pause;
  }, [phase, type]);
  if (!type || (companyParts(type).length === 0 && asking.phase === 'idle')) return null;
  return (
    <section className={styles.section} aria-labelledby="company-asker">
      <h2 id="company-asker">{t('company.ask.title')}</h2>
      <Asking locale={locale} type={type} asking={asking} />
      <KeptPrivate locale={locale} />
    </section>
  );
}

interface AskingProps extends Props {
  type: ApplicationType;
  asking: AskingCompany;
}

function Asking({ locale, type, asking }: AskingProps) {
  const t = textOf(locale, 'parcel');
  const { goOn, look, resume, revoke } = companyAsker;
  const takeBack = (
    <Button kind="quiet" onClick={() => void revoke()}>
      {t('company.ask.revoke')}
    </Button>
  );
  switch (asking.phase) {
    case 'idle':
      return <Choice locale={locale} type={type} />;
    case 'looking':
      return <LoadingBlock label={t('company.ask.looking')} />;
    case 'sending':
    case 'fetching':
      return (
        <>
          <p>{t(`company.ask.${asking.phase}`, { percent: asking.percent })}</p>
          <ProgressBar percent={asking.percent} label={t('company.progress')} />
          {takeBack}
        </>
      );
    case 'stopped':
    case 'unended':
    case 'failed':
      return (
        <Notice
          tone="error"
          title={t(`company.ask.${asking.phase}`)}
          action={
            <span className={styles.actions}>
              <Button onClick={() => void (asking.phase === 'failed' ? resume() : goOn())}>{t('common.goOn')}</Button>
              {takeBack}
            </span>
          }
        >
          <p>{companyProblem(locale, asking.phase, asking.error)}</p>
          {asking.error.code === 'unreadable' && <SheetLink locale={locale} type={type} />}
        </Notice>
      );
    case 'unkept':
      return (
        <Notice
          tone="error"
          title={t('company.ask.unkept.title')}
          action={<Button onClick={() => void goOn()}>{t('common.again')}</Button>}
        >
          <p>{t('company.ask.unkept.text')}</p>
          <SheetLink locale={locale} type={type} />
        </Notice>
      );
    case 'refused':
      return (
        <Notice
          tone="error"
          title={t('company.ask.refused.title')}
          action={<Button onClick={() => void goOn()}>{t('common.again')}</Button>}
        >
          <p>{t('company.ask.refused.text')}</p>
        </Notice>
      );
    case 'waiting':
      return (
        <>
          <p>{t('company.ask.ready')}</p>
          <Link locale={locale} {...asking} />
          <p role="status">{t(asking.index.state === 'started' ? 'company.ask.started' : 'company.ask.waiting')}</p>
          {takeBack}
        </>
      );
    case 'received':
      return (
        <Notice
          tone="success"
          title={received(locale, asking.index)}
          action={
            <span className={styles.actions}>
              <Button onClick={() => void look()}>{t('company.ask.look')}</Button>
              {takeBack}
            </span>
          }
        >
          <p>{t('company.ask.lookText')}</p>
        </Notice>
      );
    case 'compared':
      return (
        <>
          <p>{received(locale, asking.index)}</p>
          <Comparison locale={locale} type={type} differences={asking.differences} />
          {takeBack}
        </>
      );
    case 'otherType':
      return (
        <Notice tone="warning" title={t('company.ask.otherType.title')} action={takeBack}>
          <p>{t('company.ask.otherType.text')}</p>
        </Notice>
      );
    default:
      return (
        <>
          <Notice tone="info" title={t(`company.ask.${asking.phase}.title`)}>
            <p>{t(`company.ask.${asking.phase}.text`)}</p>
          </Notice>
          <Choice locale={locale} type={type} />
        </>
      );
  }
}

function received(locale: Locale, { sentAt }: CompanyIndex): string {
  const t = textOf(locale, 'parcel');
  if (sentAt === null || Number.isNaN(Date.parse(sentAt))) return t('company.ask.received');
  const forms = textOf(locale, 'forms');
  return t('company.ask.receivedOn', { day: writtenDay(sentAt, forms), time: writtenTime(sentAt) });
}

function Choice({ locale, type }: Props & { type: ApplicationType }) {
  const t = textOf(locale, 'parcel');
  const forms = textOf(locale, 'forms');
  const parts = companyParts(type);
  const [left, setLeft] = useState<readonly Part[]>([]);
  const chosen = parts.filter((part) => !left.includes(part));
  if (parts.length === 0) return null;
  return (
    <>
      <p>{t('company.ask.text')}</p>
      <div className={styles.wide}>
        <CheckboxGroup
          name="company-parts"
          label={t('company.ask.parts')}
          options={parts.map((part) => ({ value: part, label: forms(`parts.${part}.title`, { context: type }) }))}
          chosen={chosen}
          onChange={(part, checked) =>
            setLeft(parts.filter((other) => (other === part ? !checked : left.includes(other))))
          }
        />
      </div>
      <Button kind="quiet" disabled={chosen.length === 0} onClick={() => void companyAsker.ask(chosen)}>
        {t('company.ask.start')}
      </Button>
      <SheetLink locale={locale} type={type} />
    </>
  );
}

function SheetLink({ locale, type }: Props & { type: ApplicationType }) {
  return (
    <p>
      <a href={localePath(locale, sheetRoute(type))}>{textOf(locale, 'parcel')('company.ask.sheet')}</a>
    </p>
  );
}

/** The link, and the text of a mail in both languages: the company may read the other one. */
function Link({
  locale,
  secret,
  index,
  endsAt,
}: Props & { secret: string; index: CompanyIndex; endsAt: string | null }) {
  const t = textOf(locale, 'parcel');
  const { applicant } = index;
  if (!endsAt) return null;
  const until = (language: Locale) => ({ day: writtenDay(endsAt, textOf(language, 'forms')) });
  return (
    <>
      <LinkActions locale={locale} address={parcelLink(locale, 'company', secret)} title={t('company.ask.shared')} />
      {LOCALES.map((language) => (
        <label key={language} className={`field ${styles.wide}`}>
          <span className="label">{t(`company.ask.mail.${language}`)}</span>
          <textarea
            className={`control ${styles.link}`}
            translate="no"
            readOnly
            rows={5}
            lang={language}
            value={textOf(language, 'parcel')('company.mail', {
              applicant,
              link: parcelLink(language, 'company', secret),
              ...until(language),
              interpolation: { escapeValue: false },
            })}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      ))}
      <p>{t('company.ask.limits', until(locale))}</p>
    </>
  );
}

interface ComparisonProps extends Props {
  type: ApplicationType;
  differences: Difference[];
}

function Comparison({ locale, type, differences }: ComparisonProps) {
  const t = textOf(locale, 'parcel');
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
              <strong>{labelOf(words, name)}</strong>
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
      <Button onClick={() => void companyAsker.takeOver(taken)}>{t('company.ask.take')}</Button>
    </>
  );
}
