/**
 * A file: taken over at once, judged by its content at once. What can't be used is told and not kept; what was there
 * before stays.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isNewFile, type StoredFile } from '../../domain/application/values.ts';
import { DOCUMENT_TYPES, FILE_TYPES, fileNameOf, fileSizeText, PHOTO_TYPES } from '../../domain/input/files.ts';
import { fileHref } from '../../stores/api/file-links.ts';
import { type ChosenFile, takeFile } from '../../stores/application/choose-file.ts';
import { afterPress, pressEnded } from '../ui/after-press.ts';
import { FileField } from '../ui/FileField.tsx';
import { useChoice } from './ChoiceInputs.tsx';
import type { FieldProps } from './field-props.ts';
import { noteReading } from './files-under-way.ts';
import { useFieldTexts, usePart } from './part-context.ts';
import { usePreview } from './use-preview.ts';

/** What stands beside the field of a photo. */
export interface PhotoSide {
  choose: (file: File) => void;
  chosen: ChosenFile | null;
  /** What was chosen by hand on this page, not brought back by the draft. */
  fresh: Blob | null;
  /** Puts another edition of the photo in its place, and says what was done. */
  replace: (file: ChosenFile, note: string) => void;
  /** Takes back what was said, so that it is heard when it is said again. */
  hush: () => void;
}

export interface FileInputProps extends FieldProps {
  aside?: ((side: PhotoSide) => ReactNode) | undefined;
}

/** What is read within this time comes at once: words about it would only flicker. */
const QUICK_MS = 300;

export function FileInput({ path, kind, aside }: FileInputProps) {
  const { t, form } = usePart();
  const { value, onChange } = useChoice<ChosenFile | StoredFile | null>(path);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  const [fresh, setFresh] = useState<Blob | null>(null);
  const isPhoto = kind === 'photo';
  // The file that is being read. Of two the one that was chosen last counts; none, once the field is emptied or gone.
  const wanted = useRef<File | null>(null);
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );

  const take = async (file: File): Promise<string | null> => {
    wanted.current = file;
    setNote('');
    setTimeout(() => afterPress(() => wanted.current === file && setBusy(true)), QUICK_MS);
    const taken = await takeFile(file, isPhoto ? 'photo' : 'file');
    await pressEnded();
    if (wanted.current !== file) return null;
    wanted.current = null;
    setBusy(false);
    if (!taken.ok) {
      form.setError(path, { type: taken.code, message: taken.code });
      return path;
    }
    form.clearErrors(path);
    setFresh(taken.file.blob);
    onChange(taken.file);
    if (taken.file.size < file.size) setNote('file.shrunk');
    return null;
  };
  const choose = (file: File) => noteReading(take(file));
  const remove = () => {
    wanted.current = null;
    setBusy(false);
    form.clearErrors(path);
    setNote('');
    onChange(null);
  };
  const replace = (file: ChosenFile, said: string) => {
    form.clearErrors(path);
    onChange(file);
    setNote(said);
  };

  const chosen = value && isNewFile(value) ? value : null;
  const preview = usePreview(chosen);
  const shown = chosen
    ? {
        name: chosen.name,
        size: chosen.size,
        previewUrl: preview,
        kindLabel: chosen.type ? FILE_TYPES[chosen.type].toUpperCase() : '?',
      }
    : value && 'path' in value
      ? {
          name: fileNameOf(value.path),
          size: 0,
          kindLabel: (value.path.split('.').pop() ?? '').toUpperCase(),
          href: fileHref(value.path) ?? undefined,
        }
      : null;

  const field = (
    <FileField
      {...useFieldTexts(path)}
      accept={(isPhoto ? PHOTO_TYPES : DOCUMENT_TYPES).join(',')}
      value={shown}
      onChoose={choose}
      onRemove={remove}
      busy={busy}
      note={busy ? t('file.reading') : note && t(note)}
      texts={{
        choose: t('file.choose'),
        drop: t('file.drop'),
        replace: t('file.replace'),
        remove: t('file.remove'),
        chosen: chosen ? fileSizeText(chosen.size, t) : t('file.stored'),
        busy: t('file.reading'),
        opens: t('file.opens'),
      }}
    />
  );
  return (
    <div className="with-aside">
      {field}
      {aside?.({ choose, chosen, fresh, replace, hush: () => setNote('') })}
    </div>
  );
}
