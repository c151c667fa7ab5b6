/** Contacts of the portal. Rule: the short number, domestic only, is never shown alone; unset contacts are omitted. */
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
  /** Number of the application; without it the block asks for it if the visitor has one. */
  id?: string;
}

const tel = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`;

export function ContactBlock({ ways: { inside, abroad, email, hours }, id }: ContactBlockProps) {
  const t = useText('forms');
  return (
    <div className="contact">
      <dl>
        {abroad !== null && (
          <div>
            <dt>{t('contact.abroad')}</dt>
            <dd className="contact__main">
              <a className="text-button" href={tel(abroad)} translate="no">
                {abroad}
              </a>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('contact.inside')}</dt>
          <dd className={abroad === null ? 'contact__main' : undefined}>
            <a className="text-button" href={tel(inside)} translate="no">
              {inside}
            </a>
          </dd>
        </div>
        {email !== null && (
          <div>
            <dt>{t('contact.email')}</dt>
            <dd>
              <a href={`mailto:${email}`} translate="no">
                {email}
              </a>
            </dd>
          </div>
        )}
        {hours !== null && (
          <div>
            <dt>{t('contact.hours')}</dt>
            <dd>{hours}</dd>
          </div>
        )}
      </dl>
      <p>
        <span>{t(id ? 'contact.number' : 'contact.anyNumber')}</span>
        {id && <b translate="no">{` ${id}`}</b>}
      </p>
    </div>
  );
}
