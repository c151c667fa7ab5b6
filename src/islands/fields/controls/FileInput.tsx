/** A file, whose content is checked when it is chosen. If it is rejected, the previous file stays. */
import { useEffect, useRef, useState } from 'react';
import type { FieldCode } from '../../../domain/api/field-codes.ts';
import { FILE_TYPES, fileNameOf, fileSizeText } from '../../../domain/input/files.ts';
import { isPhoto } from '../../../domain/kinds/file.ts';
import { isNewFile, type StoredFile } from '../../../domain/kinds/kind.ts';
import { fileHref } from '../../../stores/api/file-links.ts';
import {
  acceptInThisBrowser,
  acceptOf,
  type FileResult,
  type PickedFile,
} from '../../../stores/application/picked-file.ts';
import { whenIdle } from '../../../stores/browser/when-idle.ts';
import type { ChosenFile } from '../../../stores/device/form-values.ts';
import type { Elements } from '../../ui/elements.ts';
import { FileField } from '../../ui/FileField.tsx';
import { focusField, runAfterPress, waitForPressEnd } from '../../ui/focus.ts';
import { useHydrated } from '../../ui/hooks.ts';
import { Lazy, lazyModule } from '../../ui/lazy.tsx';
import { errorText } from '../field-texts.ts';
import styles from '../fields.module.css';
import { type ControlProps, type ToolFileIssue, useFieldTexts, usePart } from '../part-context.tsx';
import { pendingFiles } from '../pending-files.ts';
import { usePreview } from '../use-preview.ts';
import { useChoice } from './ChoiceInputs.tsx';

/** Functions for the tools beside a photo's field. */
export interface PhotoFieldActions {
  choose: (picked: PickedFile) => void;
  chosen: ChosenFile | null;
  /** The blob that was chosen on this page, not restored from the draft. */
  fresh: Blob | null;
  /** Replaces the photo by an edited one. @param note key of the text about it */
  replace: (file: ChosenFile, note: string) => void;
  /** Empties the note, so that a screen reader announces it when it is set again. */
  clearNote: () => void;
}

interface FileInputProps extends ControlProps {
  aside?: ((side: PhotoFieldActions) => Elements) | undefined;
}

const lazyEndQuestion = lazyModule(() => import('./EndQuestion.tsx'));

const loadReading = () => import('../../../stores/application/choose-file.ts');

/** Without a connection, the file is refused as one that could not be checked, and may be chosen again. */
const readFile = (picked: PickedFile, kind: 'photo' | 'file'): Promise<FileResult> =>
  loadReading().then(
    ({ readChosenFile }) => readChosenFile(picked, kind),
    () => ({ ok: false, code: 'file_unchecked' }),
  );

/** Loads the scripts, so that choosing a file does not wait for them. Choosing a file shows that one is missing. */
const prepareReading = () =>
  void loadReading()
    .then(({ prepareFileCheck }) => prepareFileCheck())
    .catch(() => {});

/** A file that is read within this time shows no busy state, which would flicker. */
const BUSY_DELAY_MS = 300;
/** The note beside the error of a refused file while the previous file stays in the field. */
const KEPT = 'file.kept';

export function FileInput({ path, kind, aside }: FileInputProps) {
  const part = usePart();
  const { t, fileTool } = part;
  const { value, onChange } = useChoice<ChosenFile | StoredFile | null>(path);
  const fileKind = isPhoto(kind) ? 'photo' : 'file';
  const { busy, note, fresh, event, question, take, choose, ...edits } = useFileReading(path, fileKind, onChange);
  const hydrated = useHydrated();
  // Loaded early, so that a file can also be chosen when the connection is lost.
  useEffect(() => whenIdle(() => void loadReading().catch(() => {})), []);
  const chosen = value && isNewFile(value) ? value : null;
  const preview = usePreview(chosen);
  return (
    <div className={styles.withAside}>
      <FileField
        {...useFieldTexts(path)}
        accept={hydrated ? acceptInThisBrowser(acceptOf(fileKind)) : acceptOf(fileKind)}
        value={shownFile(value, preview)}
        onChoose={choose}
        onRemove={() => edits.remove(shownFile(value, preview)?.name)}
        onFocus={prepareReading}
        busy={busy}
        event={
          event && {
            nth: event.nth,
            text: event.code ? errorText(part, path, event.code) : t('file.removed', { name: event.name }),
          }
        }
        note={busy ? t('file.reading') : note === KEPT && !value ? '' : note && t.find(note)}
        texts={{
          choose: t('file.choose'),
          drop: t('file.drop'),
          replace: t('file.replace'),
          remove: t('file.remove'),
          chosen: chosen ? fileSizeText(chosen.size, t.find) : t('file.stored'),
          busy: t('file.reading'),
          opens: t('file.opens'),
        }}
      />
      {aside?.({ choose, chosen, fresh, ...edits })}
      {fileTool?.({ path, chooseFile: take })}
      {question && <Lazy module={lazyEndQuestion}>{({ EndQuestion }) => <EndQuestion t={t} {...question} />}</Lazy>}
    </div>
  );
}

function shownFile(value: ChosenFile | StoredFile | null, previewUrl: string | undefined) {
  if (!value) return null;
  if (isNewFile(value)) {
    const { name, type } = value;
    return { name, previewUrl, kindLabel: type ? FILE_TYPES[type].toUpperCase() : '?' };
  }
  if (!('path' in value)) return null;
  const { path } = value;
  const kindLabel = (path.split('.').pop() ?? '').toUpperCase();
  return { name: fileNameOf(path), kindLabel, href: fileHref(path) ?? undefined };
}

/** A JPEG without an end mark, which is used only if the applicant confirms that it is complete. */
interface EndQuestion {
  file: ChosenFile;
  onAnswer: (isWhole: boolean) => void;
}

/** A file was refused for the reason `code`, or removed. `nth` counts these events, so that equal ones are spoken again. */
interface FileEvent {
  nth: number;
  code?: FieldCode;
  name: string;
}

/** Reads a file that was chosen for a field; the last one counts. */
function useFileReading(path: string, kind: 'photo' | 'file', onChange: (file: ChosenFile | null) => void) {
  const { form } = usePart();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  const [fresh, setFresh] = useState<Blob | null>(null);
  const [question, setQuestion] = useState<EndQuestion | null>(null);
  const [event, setEvent] = useState<FileEvent | null>(null);
  const count = useRef(0);
  const report = (what: Omit<FileEvent, 'nth'>) => {
    count.current += 1;
    setEvent({ ...what, nth: count.current });
  };
  // The file that is being read, the last one chosen; null once the field is emptied or unmounted.
  const pending = useRef<object | null>(null);
  useEffect(
    () => () => {
      pending.current = null;
    },
    [],
  );

  /** @param onAsk called when a question is shown, whose answer may take any time */
  const read = async (picked: PickedFile, onAsk: () => void): Promise<ToolFileIssue> => {
    const reading = {};
    pending.current = reading;
    question?.onAnswer(false);
    setNote('');
    setTimeout(() => runAfterPress(() => pending.current === reading && setBusy(true)), BUSY_DELAY_MS);
    const taken = await readFile(picked, kind);
    await waitForPressEnd();
    if (pending.current !== reading) return 'dropped';
    if (taken.ok && taken.lacksEnd) onAsk();
    const isWhole = !taken.ok || !taken.lacksEnd || (await ask(taken.file));
    if (pending.current !== reading) return 'dropped';
    pending.current = null;
    setBusy(false);
    if (!taken.ok || !isWhole) {
      const code = taken.ok ? 'file_incomplete' : taken.code;
      form.setError(path, code);
      setNote(KEPT);
      report({ code, name: '' });
      if (!isWhole) focusField(path);
      return code;
    }
    setFresh(taken.file.blob);
    replace(taken.file, taken.change ? `file.${taken.change}` : '');
    return null;
  };
  const ask = async (file: ChosenFile): Promise<boolean> => {
    const isWhole = await new Promise<boolean>((onAnswer) => setQuestion({ file, onAnswer }));
    setQuestion(null);
    return isWhole;
  };
  const take = (picked: PickedFile) => {
    let onAsk = () => {};
    // A page that is saved or left does not wait for the answer: the file is not used yet.
    const asked = new Promise<string>((resolve) => {
      onAsk = () => resolve(path);
    });
    const reading = read(picked, onAsk);
    const refused = reading.then((outcome) => (outcome === null || outcome === 'dropped' ? null : path));
    pendingFiles.track(Promise.race([refused, asked]));
    return reading;
  };
  const replace = (file: ChosenFile | null, newNote: string) => {
    form.clearErrors([path]);
    onChange(file);
    setNote(newNote);
    setEvent(null);
  };
  const remove = (name = '') => {
    pending.current = null;
    setBusy(false);
    replace(null, '');
    report({ name });
  };
  const choose = (picked: PickedFile) => void take(picked);
  return { busy, note, fresh, event, question, take, choose, remove, replace, clearNote: () => setNote('') };
}
