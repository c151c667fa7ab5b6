/** The picture of a chosen file, as long as the component that shows it lives. */
import { useLayoutEffect, useState } from 'react';
import { type ChosenFile, hasPreview, holdPreview, releasePreview } from '../../stores/application/choose-file.ts';

/** @returns its address; undefined for a document and for no file */
export function usePreview(file: ChosenFile | null): string | undefined {
  const [url, setUrl] = useState<string | undefined>(undefined);
  const blob = file && hasPreview(file) ? file.blob : null;
  // Before the page is painted, so that a picture does not come after its place.
  useLayoutEffect(() => {
    setUrl(blob ? holdPreview(blob) : undefined);
    return () => {
      if (blob) releasePreview(blob);
    };
  }, [blob]);
  return url;
}
