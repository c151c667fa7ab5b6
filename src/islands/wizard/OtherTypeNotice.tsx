/** The draft is of another type than the page: go on with it, or change its type. */
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { chooseType } from '../../stores/application/draft.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { overviewHref } from './go.ts';

export interface OtherTypeNoticeProps {
  locale: Locale;
  /** The type whose page was asked for. */
  type: ApplicationType;
  /** That of the draft. */
  chosen: ApplicationType;
}

export function OtherTypeNotice({ locale, type, chosen }: OtherTypeNoticeProps) {
  const t = textOf(locale, 'application');
  const named = { asked: t(`types.${type}.title`), chosen: t(`types.${chosen}.title`) };
  return (
    <Notice
      tone="info"
      title={t('obstacles.other_type.title', named)}
      action={
        <span className="button-row">
          <a className="button" href={overviewHref(locale)}>
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
