/** Contacts of the portal. The short number, which is domestic only, is never shown alone; unset contacts are omitted. */
import { useText } from './hooks.ts';

export interface ContactWays {
  /** The short number, which works inside Uzbekistan only. */
  inside: string;
  abroad: string | null;
  email: string | null;
  hours: string | null;
}

interface ContactBlockProps {
  ways: ContactWays;
  /** Number of the application; without it the block asks for the number if the visitor has one. */
  id?: string;
}

const tel = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`;

export function ContactBlock({ ways: { inside, abroad, email, hours }, id }: ContactBlockProps) {
  const t = useText('forms');
  const main = abroad ?? inside;
  const rows = [
    [t('contact.abroad'), abroad, abroad && tel(abroad)],
    [t('contact.inside'), inside, tel(inside)],
    [t('contact.email'), email, email && `mailto:${email}`],
    [t('contact.hours'), hours, null],
  ] as const;
  return (
    <div className="contact">
      <dl>
        {rows.map(
          ([label, text, href]) =>
            text && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={text === main ? 'contact__main' : undefined}>
                  {href ? (
                    <a className={text === email ? undefined : 'text-button'} href={href} translate="no">
                      {text}
                    </a>
                  ) : (
                    text
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
      <p>
        <span>{t(id ? 'contact.number' : 'contact.anyNumber')}</span>
        {id && <b translate="no">{` ${id}`}</b>}
      </p>
    </div>
  );
}
