/** Reading of the passport scan: progress, result, and the question before typed answers are replaced. */
import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Part, partOf } from '../../../domain/application/fields.ts';
import { endsBeforeStay, type PassportDifference, planFill } from '../../../domain/passport/filling-in.ts';
import type { PassportHolder } from '../../../domain/passport/holders.ts';
import type { ZoneField } from '../../../domain/passport/reading.ts';
import { localDate } from '../../../stores/application/check-forms.ts';
import {
  type AnswersAccess,
  readZoneValues,
  type ScanRefusal,
  scanReading,
} from '../../../stores/application/scan-reading.ts';
import type { ScanResult } from '../../../stores/application/scan-result.ts';
import { ports } from '../../../stores/browser/ports.ts';
import { MAX_PAGES } from '../../../stores/passport-reader/read-outcome.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { focusField, runAfterPress, waitForPressEnd } from '../../ui/focus.ts';
import { useLocale, useText } from '../../ui/hooks.ts';
import { ProgressBar, StatusText } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { errorText, labelOf } from '../field-texts.ts';
import styles from '../fields.module.css';
import { usePart } from '../part-context.tsx';
import { usePreview } from '../use-preview.ts';
import { PassportQuestions } from './PassportQuestions.tsx';
import { passportAnswerText, useComparison, usePassportAnswers } from './passport-answers.ts';

/** A picture that is read within this time shows no progress, which would flicker. */
const PROGRESS_DELAY_MS = 300;

/** A picture to be read. `isNew`: it was chosen for this, and is the passport scan as well. */
export interface ScanRequest {
  picture: Blob;
  isNew: boolean;
}

interface PassportScanProps {
  holder: PassportHolder;
  request: ScanRequest;
  /** Opens the choice of another picture to read. */
  onChoose: () => void;
}

export function PassportScan({ holder, request, onChoose }: PassportScanProps) {
  const t = useText('passport');
  const scan = useStore(scanReading.$state);
  const answers = usePassportAnswers(holder);
  const [slow, setSlow] = useState(false);
  const [dismissed, setDismissed] = useState<ScanRequest | null>(null);

  const read = ({ picture }: ScanRequest) => {
    const today = localDate(new Date(ports.now()));
    void scanReading.read(picture, { answers, fields: holder.fields, today, settled: waitForPressEnd });
  };
  const readFirst = useEffectEvent(read);
  useEffect(() => {
    setSlow(false);
    const stop = ports.after(PROGRESS_DELAY_MS, () => setSlow(true));
    readFirst(request);
    return () => {
      stop();
      scanReading.cancel();
    };
  }, [request]);

  const reading = scan.phase === 'reading' && slow;
  const done = scan.phase === 'done' && (scan.count > 0 ? t('done', { count: scan.count }) : t('nothing'));
  return (
    <div className={styles.scanState}>
      <StatusText>{reading ? t('reading') : request.isNew && t('chosen')}</StatusText>
      <StatusText hidden={scan.phase === 'done' && scan.count > 0}>{done}</StatusText>
      {reading && (
        <div className={styles.scanProgress}>
          <ProgressBar label={t('reading')} percent={Math.round(scan.share * 100)} />
          <Button kind="link" onClick={scanReading.cancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {scan.phase === 'ended' && dismissed !== request && (
        <Refusal
          refusal={scan.refusal}
          onChoose={onChoose}
          onAgain={() => read(request)}
          onDismiss={() => setDismissed(request)}
        />
      )}
      {scan.phase === 'done' && <OverwriteQuestion holder={holder} differing={scan.differing} answers={answers} />}
    </div>
  );
}

interface RefusalProps {
  refusal: ScanRefusal;
  onChoose: () => void;
  onAgain: () => void;
  onDismiss: () => void;
}

function Refusal({ refusal, onChoose, onAgain, onDismiss }: RefusalProps) {
  const t = useText('passport');
  const again = refusal === 'failed';
  return (
    <Notice
      tone="warning"
      title={t(`refusals.${refusal}.title`, { pages: String(MAX_PAGES) })}
      action={
        <span className="button-row">
          {refusal !== 'pixelsHidden' && (
            <Button kind="quiet" onClick={again ? onAgain : onChoose}>
              {t(again ? 'again' : 'another')}
            </Button>
          )}
          <Button kind="link" onClick={onDismiss}>
            {t('byHand')}
          </Button>
        </span>
      }
    >
      <p>{t(`refusals.${refusal}.text`, { pages: String(MAX_PAGES) })}</p>
    </Notice>
  );
}

interface OverwriteQuestionProps {
  holder: PassportHolder;
  differing: readonly PassportDifference[];
  answers: AnswersAccess;
}

/** Asks before the photo's answers replace typed ones, and shows both side by side. Closing the question changes nothing. */
function OverwriteQuestion({ holder, differing, answers }: OverwriteQuestionProps) {
  const locale = useLocale();
  const t = useText('passport');
  const part = usePart();
  const [answered, setAnswered] = useState<readonly PassportDifference[] | null>(null);
  const decide = (act: () => void) => {
    setAnswered(differing);
    act();
  };
  return (
    <Dialog
      open={differing.length > 0 && answered !== differing}
      onClose={() => setAnswered(differing)}
      title={t('ask.title')}
      actions={
        <>
          <Button onClick={() => decide(() => scanReading.replaceTyped(differing, answers))}>{t('ask.take')}</Button>
          <Button kind="quiet" onClick={() => decide(() => scanReading.confirmTyped(differing, answers))}>
            {t('ask.keep')}
          </Button>
        </>
      }
    >
      <p>{t('ask.text')}</p>
      <SummaryList
        rows={differing.map(({ field, typed, read }) => ({
          key: field,
          label: labelOf(part, holder.pathOf(field)),
          value: (
            <>
              <span>{t('ask.typed', { value: passportAnswerText(locale, field, typed) })}</span>
              <br />
              <span>{t('ask.read', { value: passportAnswerText(locale, field, read) })}</span>
            </>
          ),
        }))}
      />
    </Dialog>
  );
}

interface ComparisonProps {
  /** See PassportFilling.tsx. */
  part: Part | null;
  holder: PassportHolder;
  photo: ScanResult;
}

const NAMES: readonly ZoneField[] = ['surname', 'name'];

export function PartComparison({ part, holder, photo }: ComparisonProps) {
  const words = usePart();
  const { t: forms, type } = words;
  const locale = useLocale();
  const t = useText('passport');
  const answers = usePassportAnswers(holder);
  const lines = usePreview(photo.lines ?? null);
  const [announcement, announce] = useState('');
  useRenderOnLeave();

  const own = holder.fields.filter((field) => part === null || partOf(type, field) === part);
  const isOwn = ({ field }: { field: ZoneField }) => own.includes(field);
  const { now, questions: all, ...compared } = useComparison(photo, holder, answers);
  const questions = all.filter(isOwn);
  const filled = own.filter((field) => compared.filled.includes(field));
  const earlier = own.filter((field) => compared.earlier.includes(field));
  const elsewhere = part === 'passport' && compared.filled.some((field) => !own.includes(field));
  const refused = answers.refused(readZoneValues(photo.reading));
  const unfilled = photo.before ? [] : planFill(photo.reading, now, refused, holder.fields).unfilled;
  const left = unfilled.filter(isOwn);
  // The part where the photo is chosen says this too.
  const isNameless = NAMES.every((name) =>
    unfilled.some(({ field, reason }) => field === name && reason === 'unclear'),
  );
  const isExpiryLeft = left.some(({ field }) => field === 'passport_expire');
  const ends = part === 'passport' && !isExpiryLeft ? endsBeforeStay(photo.reading, now) : null;
  const names = (fields: readonly ZoneField[]) =>
    fields.map((field) => labelOf(words, holder.pathOf(field))).join(', ');
  const toConfirm = [...filled, ...earlier];
  const confirm = () => {
    scanReading.confirmFilled(toConfirm, answers);
    announce(t('compare.done'));
    // The pressed button is removed, so the focus moves.
    if (toConfirm[0]) focusField(holder.pathOf(toConfirm[0]));
  };
  // False for this year: no applicant was born in it.
  const isPossible = (date: string) =>
    holder.relative !== null || date.slice(0, 4) < localDate(new Date(ports.now())).slice(0, 4);
  const reasonOf = ({ field, reason, read }: (typeof left)[number]) => {
    const path = holder.pathOf(field);
    // A passport that leaves out a name has only one, which the applicant confirms with a tick.
    const key = reason === 'notGiven' && NAMES.includes(field) ? 'reasons.notGivenName' : `reasons.${reason}`;
    if (read === undefined) return t('compare.left', { field: labelOf(words, path), reason: t.find(key) });
    const value = passportAnswerText(locale, field, read);
    return t('compare.refused', { field: labelOf(words, path), read: value, error: errorText(words, path, reason) });
  };
  const shown = toConfirm.length > 0 || left.length > 0 || questions.length > 0 || ends !== null;
  return (
    <div className={styles.scanState}>
      {shown && (
        <Notice
          tone="info"
          title={t(toConfirm.length > 0 ? 'compare.title' : 'compare.other')}
          action={toConfirm.length > 0 && <Button onClick={confirm}>{t('compare.confirm')}</Button>}
        >
          {lines && <img className={styles.lines} src={lines} alt={t('lines')} />}
          {photo.page && <p>{t('compare.page', { page: String(photo.page) })}</p>}
          {filled.length > 0 && <p>{t('compare.filled', { fields: names(filled) })}</p>}
          {elsewhere && <p>{t('compare.elsewhere', { part: forms('parts.name.title') })}</p>}
          {earlier.length > 0 && <p>{t('compare.earlier', { fields: names(earlier) })}</p>}
          {isNameless && <p>{t('compare.noNames')}</p>}
          {left.map((one) =>
            isNameless && NAMES.includes(one.field) ? null : (
              <p key={one.field}>
                <span>{reasonOf(one)}</span>
                {one.candidates?.filter(isPossible).map((date) => (
                  <Button key={date} kind="link" onClick={() => answers.put({ [one.field]: date })}>
                    {passportAnswerText(locale, one.field, date)}
                  </Button>
                ))}
              </p>
            ),
          )}
          {part === 'passport' && filled.length > 0 && <p>{t('compare.issueDate')}</p>}
          <PassportQuestions words={words} holder={holder} answers={answers} questions={questions} ends={ends} />
        </Notice>
      )}
      <StatusText hidden>{announcement}</StatusText>
    </div>
  );
}

/** Renders when a field is left: a question that appears while typing would come too soon. */
function useRenderOnLeave(): void {
  const [, render] = useState(0);
  useEffect(() => {
    const look = () => runAfterPress(() => render((count) => count + 1));
    document.addEventListener('focusout', look);
    return () => document.removeEventListener('focusout', look);
  }, []);
}
