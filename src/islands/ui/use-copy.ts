/** The state of a button that copies a text. */
import { type RefObject, useState } from 'react';
import { copyFrom } from '../../stores/browser/copy-text.ts';

interface CopyResult {
  isCopied: boolean;
  /** Different at each press. Used as the key of the message, so that the same words are spoken again. */
  press: number;
}

/** @param source the element whose text is copied, or selected where that fails */
export function useCopy(source: RefObject<HTMLElement | null>) {
  const [result, setResult] = useState<CopyResult | null>(null);
  const setCopied = (isCopied: boolean) => setResult((last) => ({ isCopied, press: (last?.press ?? 0) + 1 }));
  const copy = async () => {
    if (source.current) setCopied(await copyFrom(source.current));
  };
  return { result, copy: () => void copy(), setCopied };
}
