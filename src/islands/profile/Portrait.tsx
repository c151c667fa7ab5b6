/** The applicant's photo, or the initials while there is none or its link has run out. */
import { useState } from 'react';
import { type Profile, renewPhotoLink } from '../../stores/account/record.ts';
import { fileHref } from '../../stores/api/file-links.ts';

export interface PortraitProps {
  profile: Profile;
  alt: string;
}

export function Portrait({ profile, alt }: PortraitProps) {
  const src = fileHref(profile.personalPhoto);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (src && src !== brokenSrc) {
    const fail = () => {
      setBrokenSrc(src);
      renewPhotoLink(profile.personalPhoto ?? '');
    };
    return <img className="portrait" src={src} alt={alt} width={72} height={72} onError={fail} />;
  }
  return (
    <span className="portrait portrait--initials" aria-hidden="true">
      {initials(profile)}
    </span>
  );
}

function initials({ name, surname }: Profile): string {
  return [surname, name].map((part) => ([...part.trim()][0] ?? '').toUpperCase()).join('');
}
