/** The terms to read, then the consent. */
import { TERMS_POINTS } from '../../domain/application/terms.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { errorText, labelOf } from '../fields/field-texts.ts';
import { Checkbox } from '../ui/ChoiceFields.tsx';
import { useLocale, useText } from '../ui/use-locale.ts';
import styles from './sending.module.css';

export interface ConsentProps {
  type: ApplicationType;
  isGiven: boolean;
  onChange: (isGiven: boolean) => void;
  /** It was missing on submit. */
  isMissing: boolean;
}

export function Consent({ type, isGiven, onChange, isMissing }: ConsentProps) {
  const locale = useLocale();
  const terms = useText('terms');
  const t = useText('forms');
  return (
    <>
      <details className={styles.terms}>
        <summary>{terms('summary')}</summary>
        <div className="prose">
          {TERMS_POINTS.map((point) => (
            <p key={point}>{terms(`points.${point}`)}</p>
          ))}
          {/* In new tabs, so that the form and its input stay. */}
          <p>
            <span>{`${terms('full')} `}</span>
            <a href={localePath(locale, '/terms')} target="_blank" rel="noopener">
              {terms('terms')}
            </a>
            <span>, </span>
            <a href={localePath(locale, '/privacy')} target="_blank" rel="noopener">
              {terms('privacy')}
            </a>
          </p>
        </div>
      </details>
      <Checkbox
        name="read_check"
        label={labelOf({ t, type }, 'read_check')}
        error={isMissing && !isGiven ? errorText({ t, type }, 'read_check', 'consent_required') : undefined}
        checked={isGiven}
        onChange={onChange}
      />
    </>
  );
}
