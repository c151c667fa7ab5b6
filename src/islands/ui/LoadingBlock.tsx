/** Holds the place of a part of the page that is on its way, so that nothing jumps when it comes. */
export interface LoadingBlockProps {
  label: string;
  /** Roughly how many lines will come. */
  lines?: number | undefined;
}

export function LoadingBlock({ label, lines = 3 }: LoadingBlockProps) {
  return (
    <output className="loading">
      <span className="loading__label">
        <span className="spinner" aria-hidden="true" />
        {label}
      </span>
      {Array.from({ length: lines }, (_, line) => (
        <span className="loading__line" key={line} />
      ))}
    </output>
  );
}
