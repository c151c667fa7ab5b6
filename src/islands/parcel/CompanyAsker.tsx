/** On the overview: asks the company to fill in its parts, and moves its answers into the draft. */
import { useStore } from '@nanostores/react';
import type { StoreValue } from 'nanostores';
import { useEffect, useState } from 'react';
import { fieldLabel } from '../../domain/application/field-names.ts';
import { FIELDS, type FieldName, type Part } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { writtenDay, writtenTime } from '../../domain/i18n/dates.ts';
import { LOCALES, type Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { COMPANY_OFFER_ID, companyParts } from '../../domain/parcel/company-parts.ts';
import type { CompanyIndex } from '../../domain/parcel/contents.ts';
import { parcelLink, sheetRoute } from '../../domain/parcel/link-address.ts';
import { $draft, draftStore } from '../../stores/application/draft.ts';
import { pageText } from '../../stores/page-text.ts';
import type { CompanyDifference } from '../../stores/parcel/company-answers.ts';
import { CompanyAskerStore as Asker } from '../../stores/parcel/company-asker.ts';
import { answerOf } from '../fields/answer-rows.tsx';
import { Button } from '../ui/Button.tsx';
import { Choice as ChoiceBox, type ChoiceOption, RadioGroup } from '../ui/ChoiceFields.tsx';
import type { Elements } from '../ui/elements.ts';
import { Field, type FieldTexts } from '../ui/Field.tsx';
import { useLocale, useText } from '../ui/hooks.ts';
import { askedTitle } from './asked-title.ts';
import { LinkActions, LinkDisclosure } from './LinkActions.tsx';
import { LinkState } from './LinkState.tsx';
import pageStyles from './link-page.module.css';
import styles from './parcel.module.css';

/** The portal's one asker of a company. */
const companyAsker = new Asker(draftStore);
type AskingCompany = StoreValue<typeof companyAsker.$view>;

/** Renders nothing for a type without a company. */
export function CompanyAsker() {
  const t = useText('parcel');
  const { type, phase, company } = useStore($draft);
  const asking = useStore(companyAsker.$view);
  const readType = phase === 'ready' ? type : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another link, and for none after the draft has moved.
  useEffect(() => {
    if (readType !== undefined) void companyAsker.resume();
    return companyAsker.pause;
  }, [readType, company?.secret]);
  if (!type || (companyParts(type).length === 0 && asking.phase === 'idle')) return null;
  return (
    <LinkDisclosure id={COMPANY_OFFER_ID} title={t('company.ask.title')} isActive={asking.phase !== 'idle'}>
      <Asking type={type} asking={asking} />
    </LinkDisclosure>
  );
}

function Asking({ type, asking }: { type: ApplicationType; asking: AskingCompany }) {
  const t = useText('parcel');
  const { index, phase } = asking;
  const revoke = (
    <Button kind="quiet" onClick={() => void companyAsker.revoke()}>
      {t('company.ask.revoke')}
    </Button>
  );
  const state = { side: 'company.ask', view: asking, onRetry: () => void companyAsker.retry() } as const;
  // Answers no longer fit once the draft has another type.
  if (index && index.type !== type && ['waiting', 'opened', 'working'].includes(phase))
    return <LinkState {...state} view={{ phase: 'otherType' }} action={revoke} />;
  switch (phase) {
    case 'opening':
    case 'refused':
    case 'closeFailed':
      return <LinkState {...state} />;
    case 'sending':
    case 'fetching':
      return <LinkState {...state} action={revoke} />;
    case 'stopped':
    case 'failed':
      return <AskingFailed type={type} asking={asking} state={state} revoke={revoke} />;
    case 'saveFailed':
      return (
        <LinkState {...state}>
          <SheetLink type={type} />
        </LinkState>
      );
    case 'waiting':
      return (
        <>
          <p>{t('company.ask.ready')}</p>
          <CompanyLink asking={asking} />
          <p role="status">{t('company.ask.waiting')}</p>
          {revoke}
        </>
      );
    case 'opened':
    case 'working':
      return <AskingReply type={type} asking={asking} state={state} revoke={revoke} />;
    case 'idle':
      return <Choice type={type} />;
    default:
      return (
        <>
          <LinkState {...state} />
          <Choice type={type} />
        </>
      );
  }
}

interface AskingPartProps {
  type: ApplicationType;
  asking: AskingCompany;
  /** Props of LinkState. */
  state: { side: 'company.ask'; view: AskingCompany; onRetry: () => void };
  revoke: Elements;
}

function AskingFailed({ type, asking: { phase, refusal }, state, revoke }: AskingPartProps) {
  const t = useText('parcel');
  // The general advice to wait would not help: a file of this device, or the company's answer, is unreadable.
  const isUnreadable = refusal?.code === 'unreadable';
  const advice = t(phase === 'stopped' ? 'company.ask.unreadableFile' : 'company.ask.unreadable');
  return (
    <LinkState {...state} text={isUnreadable && advice} action={revoke}>
      {isUnreadable && <SheetLink type={type} />}
    </LinkState>
  );
}

/** What the company has sent: first a button that fetches it, then the comparison. */
function AskingReply({ type, asking: { phase, index, reply }, state, revoke }: AskingPartProps) {
  const locale = useLocale();
  const t = useText('parcel');
  const numbers = { done: index?.done.length ?? 0, count: index?.parts.length ?? 0 };
  if (phase === 'working')
    return (
      <>
        <p>{t('company.ask.opened.title', received(locale, index))}</p>
        {numbers.done < numbers.count && <LinkState {...state} view={{ phase: 'partial' }} values={numbers} />}
        <Comparison type={type} differences={reply?.differences ?? []} />
        {revoke}
      </>
    );
  return (
    <LinkState
      {...state}
      values={received(locale, index)}
      action={
        <>
          <Button onClick={() => void companyAsker.fetchReply()}>{t('company.ask.look')}</Button>
          {revoke}
        </>
      }
    >
      <p>{t('company.ask.partial.title', numbers)}</p>
    </LinkState>
  );
}

function received(locale: Locale, index: CompanyIndex | null) {
  const sentAt = index?.sentAt ?? '';
  return { day: writtenDay(sentAt, pageText(locale, 'forms').find), time: writtenTime(sentAt) };
}

function Choice({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  const t = useText('parcel');
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
          options={parts.map((part) => ({ value: part, label: askedTitle(locale, type, part) }))}
          chosen={chosen}
          onChange={(part, checked) =>
            setLeft(parts.filter((other) => (other === part ? !checked : left.includes(other))))
          }
        />
      </div>
      <Button kind="quiet" disabled={chosen.length === 0} onClick={() => void companyAsker.ask(chosen)}>
        {t('company.ask.start')}
      </Button>
      <SheetLink type={type} />
    </>
  );
}

function SheetLink({ type }: { type: ApplicationType }) {
  const locale = useLocale();
  return (
    <p>
      <a className="text-button" href={localePath(locale, sheetRoute(type))}>
        {pageText(locale, 'parcel')('company.ask.sheet')}
      </a>
    </p>
  );
}

/** The link, and a mail text in both languages, since the company may read only one of them. */
function CompanyLink({ asking: { secret, endsAt, index } }: { asking: AskingCompany }) {
  const locale = useLocale();
  const t = useText('parcel');
  if (!secret || !index || !endsAt) return null;
  const { applicant } = index;
  const until = (language: Locale) => ({ day: writtenDay(endsAt, pageText(language, 'forms').find) });
  return (
    <>
      <LinkActions address={parcelLink(location.origin, locale, 'company', secret)} title={t('company.ask.shared')} />
      {LOCALES.map((language) => (
        <label key={language} className={`field ${styles.wide}`}>
          <span className="label">{t(`company.ask.mail.${language}`)}</span>
          <textarea
            className={`control ${styles.link}`}
            translate="no"
            readOnly
            rows={5}
            lang={language}
            value={pageText(language, 'parcel')('company.mail', {
              applicant,
              link: parcelLink(location.origin, language, 'company', secret),
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

/** Differences between the company's answers and the applicant's: which of the two goes into the draft. */
function Comparison({ type, differences }: { type: ApplicationType; differences: CompanyDifference[] }) {
  const locale = useLocale();
  const t = useText('parcel');
  const words = { locale, type, t: pageText(locale, 'forms') };
  const [kept, setKept] = useState<readonly FieldName[]>([]);
  const taken = differences.flatMap(({ name }) => (kept.includes(name) ? [] : [name]));
  return (
    <>
      <p>{t(differences.length > 0 ? 'company.ask.differ' : 'company.ask.same')}</p>
      {differences.map(({ name, own, theirs }) => {
        const { kind } = FIELDS[name];
        return (
          <div key={name} className={pageStyles.summary}>
            <p>
              <strong>{fieldLabel(words.t.find, type, name)}</strong>
            </p>
            <dl className={pageStyles.answers}>
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

interface CheckboxGroupProps extends FieldTexts {
  name: string;
  options: readonly ChoiceOption[];
  chosen: readonly string[];
  onChange: (value: string, checked: boolean) => void;
}

/** One question with a few answers that can be combined. */
function CheckboxGroup({ name, options, chosen, onChange, ...texts }: CheckboxGroupProps) {
  return (
    <Field id={name} group {...texts}>
      {() => (
        <div className="choices">
          {options.map((option) => (
            <ChoiceBox
              key={option.value}
              type="checkbox"
              name={name}
              id={`${name}.${option.value}`}
              {...option}
              checked={chosen.includes(option.value)}
              onChange={(event) => onChange(option.value, event.target.checked)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}
