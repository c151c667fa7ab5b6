/** Parts that belong together, one row each: on the overview, and where an application is changed. */
import { type ReactNode, useId } from 'react';
import type { PartProgress } from '../../domain/application/steps.ts';
import { useText } from '../ui/hooks.ts';

export function PartGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="overview__group">
      <h2 id={id}>{title}</h2>
      <ul className="part-list" aria-labelledby={id}>
        {children}
      </ul>
    </section>
  );
}

interface PartRowProps {
  href: string;
  title: string;
  state: PartProgress['state'];
  /** Why the part is not done. */
  why: string;
}

export function PartRow({ href, title, state, why }: PartRowProps) {
  const t = useText('application');
  return (
    <li>
      <a href={href}>{title}</a>
      <span className="part-state" data-state={state}>
        {t(`states.${state}`)}
      </span>
      {why && <span className="part-list__why">{why}</span>}
    </li>
  );
}
