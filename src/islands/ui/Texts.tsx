/** A text with links written as `[words](/route)`, as in Linked.astro for prerendered pages. */
import { localePath } from '../../domain/i18n/paths.ts';
import { shownEmail } from '../../domain/input/shown-email.ts';
import { useLocale } from './hooks.ts';

export function LinkedText({ text }: { text: string }) {
  const locale = useLocale();
  const parts = text.split(/\[([^[\]]+)\]\(([^()]+)\)/);
  return parts.map((part, index) => {
    if (index % 3 === 2) return null;
    const target = index % 3 === 1 && parts[index + 1];
    return target ? (
      <a href={target.startsWith('/') ? localePath(locale, target) : target} key={`${part} ${target}`}>
        {part}
      </a>
    ) : (
      // Text beside a link has an element of its own, since page translators replace text nodes.
      part && <span key={part}>{part}</span>
    );
  });
}

/** An e-mail address as people read it; it wraps before its domain. */
export function EmailText({ email }: { email: string }) {
  const [local, domain] = shownEmail(email).split(/(?=@)/);
  return (
    <>
      <span>{local}</span>
      <wbr />
      <span>{domain}</span>
    </>
  );
}
