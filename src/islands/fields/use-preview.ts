/** An object URL of a chosen picture, released when the component unmounts. */
import { useLayoutEffect, useState } from 'react';
import { hasPreview, holdPreview, releasePreview } from '../../stores/application/picked-file.ts';
import type { ChosenFile } from '../../stores/device/form-values.ts';

/** @returns undefined for a document and for no file */
export function usePreview(file: ChosenFile | null): string | undefined {
  const [url, setUrl] = useState<string | undefined>(undefined);
  const blob = file && hasPreview(file) ? file.blob : null;
  // Before the paint, so that the picture appears with its space.
  useLayoutEffect(() => {
    setUrl(blob ? holdPreview(blob) : undefined);
    return () => {
      if (blob) releasePreview(blob);
    };
  }, [blob]);
  return url;
}
