/** Native selects: for a short list, and for 200 options outside React's tree. */
import { type ComponentPropsWithRef, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChoiceFieldProps, ChoiceOption } from './ChoiceFields.tsx';
import { controlProps, Field, splitTexts } from './Field.tsx';

type NativeSelect = Omit<ComponentPropsWithRef<'select'>, 'name' | 'id' | 'value' | 'onChange' | 'onBlur'>;

interface SelectBaseProps extends ChoiceFieldProps, NativeSelect {
  /** Shown without a choice; its value is `''`. */
  placeholder: string;
  width?: 'full' | 'm' | 's' | undefined;
}

interface SelectFieldProps extends SelectBaseProps {
  options: readonly ChoiceOption[];
}

export const SelectField = memo(function SelectField({
  name,
  id = name,
  onChange,
  placeholder,
  width = 'full',
  options,
  ...rest
}: SelectFieldProps) {
  const [texts, select] = splitTexts(rest);
  return (
    <Field id={id} {...texts}>
      {(wiring) => (
        <select
          {...select}
          autoComplete="off"
          data-width={width}
          onChange={(event) => onChange(event.target.value)}
          {...controlProps(name, wiring)}
          // The text is the portal's, so translators may change it.
          translate={undefined}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
});

/**
 * A select with 200 options from a page's `<template>`, outside React. Focus, hover or touch adds the options; before, it has
 * only the chosen one.
 */
interface LongSelectFieldProps extends SelectBaseProps {
  /** Id of the `<template>` that holds the `<option>`s. */
  optionsFrom: string;
  /** Text of the chosen option; `''` without a choice. */
  selectedLabel: string;
}

const NONE: readonly ChoiceOption[] = [];

function findTemplate(id: string): HTMLTemplateElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLTemplateElement ? element : null;
}

function readOptions(id: string): Node[] {
  const template = findTemplate(id);
  return template ? [...document.importNode(template.content, true).childNodes] : [];
}

export const LongSelectField = memo(function LongSelectField({
  optionsFrom,
  selectedLabel,
  ...field
}: LongSelectFieldProps) {
  const { value, placeholder } = field;
  const select = useRef<HTMLSelectElement>(null);
  const [filled, setFilled] = useState(false);
  // Counts the versions of the template, which changes with the language.
  const [version, setVersion] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version may be in a new template element.
  useEffect(() => {
    if (!filled) return;
    const observer = new MutationObserver(() => setVersion((count) => count + 1));
    observer.observe(document.documentElement, { attributeFilter: ['lang'] });
    const template = findTemplate(optionsFrom);
    if (template) observer.observe(template.content, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [filled, optionsFrom, version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version or placeholder means another language.
  useLayoutEffect(() => {
    const node = select.current;
    if (!node || !filled) return;
    const [first] = node.options;
    node.replaceChildren(...(first ? [first] : []), ...readOptions(optionsFrom));
  }, [filled, optionsFrom, version, placeholder]);

  useLayoutEffect(() => {
    const node = select.current;
    if (!node || !filled) return;
    node.value = value;
    // A draft's value that the list no longer has stays visible until it is changed.
    if (value && node.value !== value) node.append(new Option(selectedLabel || value, value, false, true));
  });

  const fill = () => setFilled(true);
  // The select may have had the focus since before hydration.
  useEffect(() => {
    if (document.activeElement === select.current) setFilled(true);
  }, []);

  return (
    <SelectField
      {...field}
      options={filled || value === '' ? NONE : [{ value, label: selectedLabel || value }]}
      onFocus={fill}
      onPointerEnter={fill}
      onPointerDown={fill}
      onMouseDown={fill}
      onTouchStart={fill}
      onKeyDown={fill}
      ref={select}
    />
  );
});
