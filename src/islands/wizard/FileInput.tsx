/**
 * A file: taken over at once, judged by its content at once. What can't be used is told and not kept; what was there
 * before stays.
 */
import { useState } from 'react';
import { isNewFile, type StoredFile } from '../../domain/application/values.ts';
import { DOCUMENT_TYPES, FILE_TYPES, fileNameOf, PHOTO_TYPES } from '../../domain/input/files.ts';
import { fileHref } from '../../stores/api/file-links.ts';
import { type ChosenFile, takeFile } from '../../stores/application/choose-file.ts';
import { FileField } from '../ui/FileField.tsx';
import { CameraButton } from './CameraButton.tsx';
import { useChoice } from './ChoiceInputs.tsx';
import type { FieldProps } from './field-props.ts';
import { fileSizeText } from './file-size.ts';
import { useFieldTexts, useStep } from './step-context.ts';
import { usePreview } from './use-preview.ts';

export function FileInput({ path, kind }: FieldProps) {
  const { t, locale, form } = useStep();
  const { value, onChange } = useChoice<ChosenFile | StoredFile | null>(path);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  const isPhoto = kind === 'photo';

  const choose = async (file: File) => {
    setBusy(true);
    setNote('');
    const taken = await takeFile(file, isPhoto ? 'photo' : 'file');
    setBusy(false);
    if (!taken.ok) {
      form.setError(path, { type: taken.code, message: taken.code });
      return;
    }
    form.clearErrors(path);
    onChange(taken.file);
    if (taken.file.size < file.size) setNote('shrunk');
  };
  const remove = () => {
    form.clearErrors(path);
    setNote('');
    onChange(null);
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

  return (
    <div className="with-aside">
      <FileField
        {...useFieldTexts(path)}
        accept={(isPhoto ? PHOTO_TYPES : DOCUMENT_TYPES).join(',')}
        value={shown}
        onChoose={(file) => void choose(file)}
        onRemove={remove}
        busy={busy}
        note={busy ? t('file.reading') : note && t(`file.${note}`)}
        texts={{
          choose: t('file.choose'),
          drop: t('file.drop'),
          replace: t('file.replace'),
          remove: t('file.remove'),
          chosen: chosen ? fileSizeText(chosen.size, locale, t) : t('file.stored'),
          busy: t('file.reading'),
          opens: t('file.opens'),
        }}
      />
      {isPhoto && <CameraButton label={t('file.camera')} onTake={(file) => void choose(file)} />}
    </div>
  );
}
