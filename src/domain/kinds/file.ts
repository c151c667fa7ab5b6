import type { FieldCode } from '../api/field-codes.ts';
import type { Words } from '../i18n/dates.ts';
import {
  DOCUMENT_TYPES,
  type FileType,
  fileNameOf,
  fileSizeText,
  MAX_FILE_BYTES,
  PHOTO_TYPES,
} from '../input/files.ts';
import {
  type FileValue,
  isFileValue,
  isNewFile,
  type Kind,
  type NewFile,
  plainKind,
  unreadableBodyPart,
} from './kind.ts';

function newFileIssue({ issue, size, type }: NewFile, types: readonly FileType[]): FieldCode | null {
  if (issue) return issue;
  if (size === 0) return 'file_empty';
  if (size > MAX_FILE_BYTES) return 'file_too_large';
  return type && types.includes(type) ? null : 'file_type';
}

function fileKind(types: readonly FileType[]): Kind<FileValue | null, FileValue | null, string> {
  return {
    ...plainKind,
    shape: 'file',
    max: 0,
    empty: () => null,
    check(value, { required }) {
      if (value !== null && !isFileValue(value)) return [{ path: '', code: 'required' }];
      const code = value ? isNewFile(value) && newFileIssue(value, types) : required && 'required';
      return code ? [{ path: '', code }] : [];
    },
    toBodyParts: (name, value) => (value && isNewFile(value) ? [{ name, value }] : []),
    fromBodyParts(name, parts) {
      const value = parts.find((part) => part.name === name)?.value ?? null;
      if (typeof value === 'string') throw unreadableBodyPart(name);
      return value;
    },
    fromRecord: (recorded) => (recorded ? { path: recorded } : null),
    toRecord: (value) => (value ? (isNewFile(value) ? encodeURIComponent(value.name) : value.path) : undefined),
    describe(value, { t }) {
      if (!value) return '';
      const { name, size } = describeFile(value, t);
      return size ? `${name} (${size})` : name;
    },
    fileParts: (name) => [[name, types]],
    mapFiles: (value, replace, name) => replace(value, { field: name, path: name }),
  };
}

/** Name, and size in words; the size is `''` for a stored file. */
export function describeFile(file: FileValue, t: Words): { name: string; size: string } {
  return isNewFile(file)
    ? { name: file.name, size: fileSizeText(file.size, t) }
    : { name: fileNameOf(file.path), size: '' };
}

export const FILE_KINDS = { file: fileKind(DOCUMENT_TYPES), photo: fileKind(PHOTO_TYPES) };

export type FileKind = keyof typeof FILE_KINDS;

export const isFileKind = (kind: string): kind is FileKind => Object.hasOwn(FILE_KINDS, kind);

/** True for the photo of a person, which is shown as a picture. */
export const isPhoto = (kind: string): kind is 'photo' => kind === 'photo';

export const acceptedTypes = (kind: FileKind): readonly FileType[] => (isPhoto(kind) ? PHOTO_TYPES : DOCUMENT_TYPES);
