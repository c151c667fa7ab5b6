import type { ReactNode } from 'react';

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

/** How far something has come. Without a percentage it only says that something goes on. */
export interface ProgressBarProps {
  /** 0 to 100. */
  percent?: number | undefined;
  label: string;
}

export function ProgressBar({ percent, label }: ProgressBarProps) {
  return <progress className="progress" max={100} value={percent} aria-label={label} />;
}

/** A line that a screen reader speaks when it changes, after it has finished what it says. */
export interface StatusTextProps {
  children?: ReactNode;
  /** Spoken only. */
  hidden?: boolean | undefined;
}

export function StatusText({ children, hidden }: StatusTextProps) {
  return <output className={hidden ? 'visually-hidden' : 'status-text'}>{children}</output>;
}
