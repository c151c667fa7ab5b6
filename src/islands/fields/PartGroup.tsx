/** Parts that belong together, one row each: on the overview, and where an application is changed. */
import { type ReactNode, useId } from 'react';

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
