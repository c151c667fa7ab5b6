/** An object URL of a chosen picture, released when the component unmounts. */
import { useLayoutEffect, useState } from 'react';
import { hasPreview, holdPreview, releasePreview } from '../../stores/application/picked-file.ts';
import type { ChosenFile } from '../../stores/device/form-values.ts';

/** @returns undefined for a document, and without a file */
export function usePreview(file: ChosenFile | null): string | undefined {
  const [url, setUrl] = useState<string | undefined>(undefined);
  const blob = file && hasPreview(file) ? file.blob : null;
  // A layout effect, so that the picture appears together with its space.
  useLayoutEffect(() => {
    setUrl(blob ? holdPreview(blob) : undefined);
    return () => {
      if (blob) releasePreview(blob);
    };
  }, [blob]);
  return url;
}
