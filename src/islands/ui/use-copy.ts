/** The state of a button that copies a text. */
import { type RefObject, useState } from 'react';
import { copyFrom } from '../../stores/browser/copy-text.ts';

interface CopyResult {
  isCopied: boolean;
  /** Differs at each press: the key of the words about it, so that the same ones are spoken again. */
  press: number;
}

/** @param source whose text is copied, or selected where that fails */
export function useCopy(source: RefObject<HTMLElement | null>) {
  const [result, setResult] = useState<CopyResult | null>(null);
  const setCopied = (isCopied: boolean) => setResult((last) => ({ isCopied, press: (last?.press ?? 0) + 1 }));
  const copy = async () => {
    if (source.current) setCopied(await copyFrom(source.current));
  };
  return { result, copy: () => void copy(), setCopied };
}
