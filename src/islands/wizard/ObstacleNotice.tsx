/** Why step 2 can't be opened yet, and the way to what is missing. */
import { type Obstacle, WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $draft, chooseType } from '../../stores/application/draft.ts';
import { readSubmitted } from '../../stores/application/submitted.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { personHref, visitHref } from './go.ts';

export interface ObstacleNoticeProps {
  locale: Locale;
  /** The type whose page was asked for. */
  type: ApplicationType;
  obstacle: Obstacle;
}

export function ObstacleNotice({ locale, type, obstacle }: ObstacleNoticeProps) {
  const t = textOf(locale, 'application');
  const chosen = $draft.get().type;
  const named = { asked: t(`types.${type}.title`), chosen: chosen ? t(`types.${chosen}.title`) : '' };
  if (obstacle === 'other_type' && chosen) {
    return (
      <Notice
        tone="info"
        title={t('obstacles.other_type.title', named)}
        action={
          <span className="button-row">
            <a className="button" href={visitHref(locale, chosen)}>
              {t('obstacles.other_type.keep', named)}
            </a>
            <Button kind="quiet" onClick={() => chooseType(type)}>
              {t('obstacles.other_type.change', named)}
            </Button>
          </span>
        }
      >
        <p>{t('obstacles.other_type.text', named)}</p>
      </Notice>
    );
  }
  const query = `${personHref(locale)}?type=${type}`;
  const submitted = readSubmitted();
  return (
    <Notice
      tone="info"
      title={t('obstacles.person_missing.title')}
      action={
        <a className="button" href={query}>
          {t('obstacles.person_missing.action')}
        </a>
      }
    >
      <p>{t('obstacles.person_missing.text')}</p>
      {submitted && (
        <p>
          <a href={localePath(locale, WIZARD_ROUTES.success)}>{t('obstacles.again', { id: submitted.id })}</a>
        </p>
      )}
    </Notice>
  );
}
