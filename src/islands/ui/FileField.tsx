/** One file: choose, drop, paste, open, replace, remove. The native input lies over the button, so that it gets all input. */
import { type ChangeEvent, type DragEvent, memo, useEffect, useRef, useState } from 'react';
import { type PickedFile, pastedFile, pickedFile } from '../../stores/application/picked-file.ts';
import { Field, type FieldTexts } from './Field.tsx';
import { useHydrated } from './hooks.ts';
import { ProgressBar } from './Loading.tsx';

interface ShownFile {
  name: string;
  /** Object URL of a picture. */
  previewUrl?: string | undefined;
  /** Short name of the type, such as "PDF". */
  kindLabel: string;
  href?: string | undefined;
}

interface FileFieldProps extends FieldTexts {
  name: string;
  id?: string | undefined;
  /** MIME types, comma-separated. */
  accept: string;
  value: ShownFile | null;
  /** Also called with the reason why none of the picked files is accepted. */
  onChoose: (picked: PickedFile) => void;
  onRemove: () => void;
  /** Called when a file may be chosen next. */
  onFocus?: (() => void) | undefined;
  busy?: boolean | undefined;
  /** What happened to the last file, for screen readers; with another `nth` the same text is spoken again. */
  event?: { text: string; nth: number } | null;
  /** `chosen` describes the chosen file, such as "2.1 MB". */
  texts: {
    choose: string;
    /** Says that a file can be dropped or pasted; shown for a mouse. */
    drop: string;
    replace: string;
    remove: string;
    chosen: string;
    busy?: string | undefined;
    /** Spoken after the name of a file that opens in a new tab. */
    opens?: string | undefined;
  };
}

export const FileField = memo(function FileField({
  name,
  id = name,
  accept,
  value,
  onChoose,
  onRemove,
  onFocus,
  busy,
  event,
  texts,
  ...words
}: FileFieldProps) {
  const { over, ...target } = useDropTarget(onChoose);
  const hasMouse = useHydrated() && !matchMedia('(pointer: coarse)').matches;

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = target.files && pickedFile({ files: target.files });
    // Allows the same file to be chosen again after it was removed.
    target.value = '';
    if (picked) onChoose(picked);
  };

  return (
    <Field id={id} {...words}>
      {({ describedBy, invalid }) => (
        <div className="file" data-chosen={value ? true : undefined} data-over={over || undefined} {...target}>
          {value && <Chosen id={`${id}-about`} file={value} busy={busy} texts={texts} />}
          <span className="file__actions">
            <span className="file__choose">
              <input
                type="file"
                name={name}
                id={id}
                accept={accept}
                onChange={choose}
                onFocus={onFocus}
                aria-labelledby={`${id}-label ${id}-act`}
                aria-describedby={
                  [value ? `${id}-about` : hasMouse && `${id}-drop`, describedBy].filter(Boolean).join(' ') || undefined
                }
                aria-invalid={invalid || undefined}
              />
              <span
                className={value ? 'button button--link' : 'button button--quiet'}
                id={`${id}-act`}
                aria-hidden="true"
              >
                {value ? texts.replace : texts.choose}
              </span>
            </span>
            {value && (
              <button type="button" className="button button--link file__remove" onClick={onRemove}>
                <span>{texts.remove}</span>
                <span className="visually-hidden">{` ${value.name}`}</span>
              </button>
            )}
          </span>
          {!value && (
            <span className="file__drop" id={`${id}-drop`}>
              {texts.drop}
            </span>
          )}
          <output className="visually-hidden" htmlFor={id}>
            {event ? (
              <span key={event.nth}>{event.text}</span>
            ) : (
              value && (busy ? value.name : `${value.name}, ${texts.chosen}`)
            )}
          </output>
        </div>
      )}
    </Field>
  );
});

/** Props of an element on which a file can be dropped or pasted. `over`: a file is dragged over it. */
function useDropTarget(onPick: (picked: PickedFile) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || !isAimedAt(ref.current, event.target)) return;
      const picked = pastedFile(event.clipboardData);
      if (!picked) return;
      event.preventDefault();
      onPick(picked);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onPick]);
  const hover = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const picked = pickedFile(event.dataTransfer);
    if (picked) onPick(picked);
  };
  return { ref, over, onDragEnter: hover, onDragOver: hover, onDragLeave: () => setOver(false), onDrop: drop };
}

/** True for a paste while the focus is in the field, or while the pointer is on it and no other control handles the paste. */
function isAimedAt(field: HTMLElement | null, target: EventTarget | null): boolean {
  if (!field || !(target instanceof Element)) return false;
  if (field.contains(target)) return true;
  return field.matches(':hover') && !target.closest('.file, textarea, input:not([type=radio], [type=checkbox])');
}

type ChosenProps = Pick<FileFieldProps, 'busy' | 'texts'> & { id: string; file: ShownFile };

function Chosen({ id, file: { name, href, previewUrl, kindLabel }, busy, texts }: ChosenProps) {
  return (
    <>
      <span className="file__thumb" aria-hidden="true">
        {previewUrl ? <img src={previewUrl} alt="" /> : kindLabel}
      </span>
      <span className="file__about" id={id}>
        {href ? (
          <a className="file__name" translate="no" href={href} target="_blank" rel="noopener">
            <span>{name}</span>
            {texts.opens && <span className="visually-hidden">{` ${texts.opens}`}</span>}
          </a>
        ) : (
          <span className="file__name" translate="no">
            {name}
          </span>
        )}
        <span className="file__size">{texts.chosen}</span>
        {busy && <ProgressBar label={texts.busy ?? texts.chosen} />}
      </span>
    </>
  );
}
