/** The frame of a part's page: the list of parts beside it, "Part 4 of 11", the heading. */
import { useState } from 'react';
import { PARTS, type Part } from '../../domain/application/fields.ts';
import { answeredParts, type PartProgress } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { pageText } from '../../stores/page-text.ts';
import type { Elements } from '../ui/elements.ts';
import { useLocale, useText } from '../ui/hooks.ts';
import { ReloadedNotice } from '../ui/ReloadedNotice.tsx';
import styles from './frame.module.css';
import { overviewHref, partHref } from './navigation.ts';
import { usePartStates } from './use-draft.ts';

interface WizardFrameProps {
  type: ApplicationType | null;
  current: Part;
  children: Elements;
}

export function WizardFrame({ type, current, children }: WizardFrameProps) {
  const locale = useLocale();
  const t = useText('application');
  const parts: Part[] = type ? [...answeredParts(type), 'check'] : answeredParts(type);
  const place = parts.indexOf(current);
  // The review page is not counted as a part; overview and draft leave it out as well.
  const at = { number: place + 1, count: parts.length - 1 };
  const before = parts[place - 1];
  return (
    <div className={`form-layout ${styles.wizard}`}>
      <aside className={styles.aside}>
        <PartsNav type={type} current={current} />
      </aside>
      <div className={`form ${styles.main}`}>
        <ReloadedNotice />
        <p className={styles.ways}>
          {before && (
            <a className={styles.back} href={partHref(locale, before, type)}>
              <span>{t('part.back')}</span>
              <span className="visually-hidden">{`: ${titleOf(locale, type, before)}`}</span>
            </a>
          )}
          <a className={styles.all} href={overviewHref(locale)}>
            {t('part.all')}
          </a>
        </p>
        <h1 tabIndex={-1}>
          {current !== 'check' && (
            <span className={styles.where}>
              <span>{type ? t('part.where', at) : t('part.number', at)}</span>
              <span className="visually-hidden">: </span>
            </span>
          )}
          <span>{titleOf(locale, type, current)}</span>
        </h1>
        {children}
      </div>
    </div>
  );
}

function titleOf(locale: Locale, type: ApplicationType | null, part: Part): string {
  if (part === 'check') return pageText(locale, 'application')('review.title');
  return pageText(locale, 'forms')(`parts.${part}.title`, { context: type });
}

/**
 * The parts with their states, beside the form on a wide screen; a phone has the overview. Screen readers and the keyboard reach
 * the list after the heading: otherwise each part would begin with the whole list.
 */
function PartsNav({ type, current }: { type: ApplicationType | null; current: Part }) {
  const locale = useLocale();
  const t = useText('application');
  const states = usePartStates(type);
  const [open, setOpen] = useState(false);
  const check: Pick<PartProgress, 'part' | 'state'> = { part: 'check', state: 'todo' };
  const groups = [
    { name: 'person', parts: states.filter(({ part }) => PARTS[part].step === 1) },
    { name: 'trip', parts: states.filter(({ part }) => PARTS[part].step === 2) },
    { name: 'sending', parts: type ? [check] : [] },
  ] as const;
  return (
    <nav className={styles.nav} aria-label={t('part.label')}>
      <button type="button" id="parts" className="text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('part.label')}
      </button>
      <div aria-hidden={!open}>
        <p className={styles.navAll}>
          <a href={overviewHref(locale)} tabIndex={open ? undefined : -1}>
            {t('overview.title')}
          </a>
        </p>
        {groups.map(
          ({ name, parts }) =>
            parts.length > 0 && (
              <div key={name}>
                <p className={styles.navGroup} id={`parts-${name}`}>
                  {t(`groups.${name}`)}
                </p>
                <ol aria-labelledby={`parts-${name}`}>
                  {parts.map(({ part, state }) => (
                    <NavEntry key={part} type={type} part={part} state={state} open={open} now={part === current} />
                  ))}
                </ol>
              </div>
            ),
        )}
      </div>
    </nav>
  );
}

interface EntryProps {
  type: ApplicationType | null;
  part: Part;
  state: PartProgress['state'];
  now: boolean;
  /** The list is open. */
  open: boolean;
}

function NavEntry({ type, part, state, now, open }: EntryProps) {
  const locale = useLocale();
  const t = useText('application');
  const title = titleOf(locale, type, part);
  return (
    <li data-state={state} aria-current={now ? 'page' : undefined}>
      {now ? (
        <span>{title}</span>
      ) : (
        <a href={partHref(locale, part, type)} tabIndex={open ? undefined : -1}>
          {title}
        </a>
      )}
      {state !== 'todo' && <span className="visually-hidden">{` ${t(`states.${state}`)}`}</span>}
    </li>
  );
}
