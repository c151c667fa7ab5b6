/** Says that something goes on and nobody knows how long. */
export interface SpinnerProps {
  label: string;
}

export function Spinner({ label }: SpinnerProps) {
  return (
    <output className="spinner-box">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </output>
  );
}
