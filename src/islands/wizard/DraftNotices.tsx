/**
 * Rare notices: a running submission, a draft that is lost, damaged, of another type or open elsewhere. LazyNotice.tsx loads
 * them.
 */
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { fieldLabel } from '../../domain/application/field-names.ts';
import { isListName, partOf } from '../../domain/application/fields.ts';
import { UNKNOWN_FIELD } from '../../domain/application/fit-form.ts';
import { WIZARD_ROUTES } from '../../domain/application/steps.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import { writtenDay } from '../../domain/i18n/dates.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { DRAFT_ANSWERS } from '../../stores/application/answers-file.ts';
import { draftStore } from '../../stores/application/draft.ts';
import { $outgoing } from '../../stores/application/outgoing.ts';
import { ports } from '../../stores/browser/ports.ts';
import { valueAt } from '../../stores/device/form-values.ts';
import { pageText } from '../../stores/page-text.ts';
import { DownloadAnswers } from '../fields/DownloadAnswers.tsx';
import { type FieldWords, itemTitle, labelOf, questionsOf } from '../fields/field-texts.ts';
import { Button } from '../ui/Button.tsx';
import { focusField } from '../ui/focus.ts';
import { useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import { overviewHref, partHref, replacePage } from './navigation.ts';
import { DeleteDraft } from './SavedDraft.tsx';
import { SendProgress } from './SendProgress.tsx';
import { useDraft } from './use-draft.ts';

/** @param canSendAgain the page has the field for the password */
function ArrivedNotice({ canSendAgain = false }) {
  const locale = useLocale();
  const t = useText('application');
  return (
    <Notice
      tone="success"
      title={t('send.arrived.title')}
      action={
        <span className="button-row">
          <a className="button" href={localePath(locale, '/auth/login')}>
            {t('send.arrived.signIn')}
          </a>
          <a className="button button--link" href={localePath(locale, '/auth/reset/password')}>
            {t('send.arrived.forgot')}
          </a>
        </span>
      }
      text={t('send.arrived.text')}
    >
      {canSendAgain && <p>{t('send.arrived.again')}</p>}
    </Notice>
  );
}

/**
 * Shown in place of the forms while the application is sent and the review page was left. When it arrives, the confirmation
 * opens.
 */
function SendingNotice() {
  const locale = useLocale();
  const t = useText('application');
  useEffect(
    () =>
      $outgoing.listen((submission) => {
        if (submission?.phase === 'done') replacePage(localePath(locale, WIZARD_ROUTES.success));
      }),
    [locale],
  );
  return (
    <Notice tone="info" title={t('send.progress')} action={<CheckLink />}>
      <SendProgress />
    </Notice>
  );
}

/** Shown after the review page was left: the application was not sent, or that is unknown; the review page says why. */
function NotSentNotice() {
  const t = useText('application');
  const { phase, uncertain, arrivedBefore } = useStore($outgoing) ?? {};
  const unsent = phase === 'unknown' || uncertain ? 'send.unknown.title' : 'send.notSent';
  return (
    <Notice
      tone="error"
      title={t(arrivedBefore ? 'send.arrived.title' : unsent)}
      action={<CheckLink />}
      text={t('send.kept')}
    />
  );
}

function CheckLink() {
  const locale = useLocale();
  const type = useDraft((draft) => draft.type);
  return (
    <a className="button button--quiet" href={partHref(locale, 'check', type)}>
      {pageText(locale, 'application')('send.details')}
    </a>
  );
}

/** Shown in place of the forms once the draft has moved to another device: two drafts would split the application. */
function MovedNotice() {
  const locale = useLocale();
  const t = useText('application');
  const movedAt = useDraft(({ move }) => move?.movedAt) ?? '';
  return (
    <Notice
      tone="success"
      title={t('draft.moved.title')}
      action={
        <span className="button-row">
          <DeleteDraft />
          <Button kind="quiet" onClick={() => void draftStore.storeLinks({ move: null })}>
            {t('draft.moved.goOn')}
          </Button>
        </span>
      }
      text={t('draft.moved.text', { day: writtenDay(movedAt, pageText(locale, 'forms').find) })}
    />
  );
}

/** Lost and unreadable content of the draft. */
function DamageNotices() {
  return (
    <>
      <LostFiles />
      <DroppedAnswers />
    </>
  );
}

function LostFiles() {
  const locale = useLocale();
  const t = useText('application');
  const type = useDraft((draft) => draft.type);
  const lost = useDraft((draft) => draft.lost);
  const step1Data = useDraft((draft) => draft.step1Data);
  const step2Data = useDraft((draft) => draft.step2Data);
  const words = { t: pageText(locale, 'forms'), type };
  const shown = lost.filter(({ path }) => valueAt({ ...step1Data, ...step2Data }, path) === null);
  if (shown.length === 0) return null;
  return (
    <Notice tone="warning" title={t('draft.lost.title')} text={t('draft.lost.text')}>
      <ul>
        {shown.map(({ path, name }) => (
          <li key={path}>
            <a
              href={partHref(locale, partOf(type, path) ?? 'passport', type, { field: path })}
              onClick={(event) => focusField(path) && event.preventDefault()}
            >
              {placeLabel(words, path)}
            </a>
            <span>{`: ${name}`}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The label of a field; in a list with its item: "Relative 2: Passport". */
function placeLabel(words: FieldWords, path: string): string {
  const label = labelOf(words, path);
  const [list = '', index] = path.split('.');
  return isListName(list)
    ? words.t('itemErrors.at', { item: itemTitle(words, list, Number(index)), error: label })
    : label;
}

function DroppedAnswers() {
  const locale = useLocale();
  const type = useDraft((draft) => draft.type);
  const dropped = useDraft((draft) => draft.dropped);
  if (dropped.length === 0) return null;
  const t = pageText(locale, 'application');
  const words = pageText(locale, 'forms').find;
  return (
    <Notice tone="warning" title={t('draft.dropped.title')} text={t('draft.dropped.text')}>
      <ul>
        {questionsOf(dropped).map((name) => (
          <li key={name}>
            {name === UNKNOWN_FIELD ? (
              t('draft.dropped.other')
            ) : (
              <a href={partHref(locale, partOf(type, name) ?? 'passport', type, { field: name })}>
                {fieldLabel(words, type, name)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Shown when the draft has another type than the page: continue with the `chosen` one, or change it. */
function OtherTypeNotice({ type, chosen }: Record<'type' | 'chosen', ApplicationType>) {
  const locale = useLocale();
  const t = useText('application');
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
          <Button kind="quiet" onClick={() => draftStore.chooseType(type)}>
            {t('obstacles.other_type.change', named)}
          </Button>
        </span>
      }
      text={t('obstacles.other_type.text', named)}
    />
  );
}

/** Links to the number of an application that was just sent. */
function SentNotice({ id }: { id: string | null }) {
  const locale = useLocale();
  const t = useText('application');
  return (
    <Notice tone="info" title={t('obstacles.sentTitle')}>
      <p>
        <a href={localePath(locale, WIZARD_ROUTES.success)}>
          {id === null ? t('obstacles.againOther') : t('obstacles.again', { id })}
        </a>
      </p>
    </Notice>
  );
}

/** Shown when the page has shown a draft that the device no longer has. */
function GoneNotice() {
  const t = useText('application');
  return <Notice tone="info" title={t('draft.gone.title')} text={t('draft.gone.text')} />;
}

/** Shown for a draft that this page can't read. */
function UnavailableNotice() {
  const t = useText('application');
  const newer = useDraft((draft) => draft.reason) === 'newer_version';
  return (
    <Notice
      tone="warning"
      title={t(newer ? 'draft.newer.title' : 'draft.unreadable.title')}
      action={newer && <Button onClick={ports.reload}>{t('draft.newer.action')}</Button>}
      text={t(newer ? 'draft.newer.text' : 'draft.unreadable.text')}
    >
      <DraftRescue />
    </Notice>
  );
}

function ElsewhereNotice() {
  const t = useText('application');
  const sentAt = useDraft((draft) => draft.sentAt);
  return (
    <Notice
      tone="warning"
      title={t('draft.elsewhere.title')}
      action={<Button onClick={() => void draftStore.takeOverDraft()}>{t('draft.elsewhere.action')}</Button>}
      text={t(sentAt === null ? 'draft.elsewhere.text' : 'draft.elsewhere.sent')}
    />
  );
}

/** Shown if the form can't show its draft: buttons to download the answers and to delete the draft. */
function DraftRescue() {
  const t = useText('application');
  const type = useDraft((draft) => draft.type);
  return (
    <>
      <p>{t('draft.rescue.text')}</p>
      <span className="button-row">
        <DownloadAnswers type={type} record={DRAFT_ANSWERS} flush={() => draftStore.flushDraft()} />
        <DeleteDraft />
      </span>
    </>
  );
}

export const draftNotices = {
  ArrivedNotice,
  SendingNotice,
  NotSentNotice,
  MovedNotice,
  DamageNotices,
  OtherTypeNotice,
  SentNotice,
  GoneNotice,
  UnavailableNotice,
  ElsewhereNotice,
  DraftRescue,
};
