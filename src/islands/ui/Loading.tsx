import type { ReactNode } from 'react';
import styles from './Loading.module.css';

interface LoadingBlockProps {
  label: string;
  /** Approximate number of lines to reserve. */
  lines?: number | undefined;
}

/** Reserves space while loading, so that nothing shifts. */
export function LoadingBlock({ label, lines = 3 }: LoadingBlockProps) {
  return (
    <output className={styles.loading}>
      <span className={styles.label}>
        <span className="spinner" aria-hidden="true" />
        <span>{label}</span>
      </span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and keep their order.
        <span className={styles.line} key={line} />
      ))}
    </output>
  );
}

interface ProgressBarProps {
  /** 0 to 100. */
  percent?: number | undefined;
  /** Without it, the bar is part of another progress, which assistive technology reads. */
  label?: string;
}

/** Indeterminate without a percentage. */
export function ProgressBar({ percent, label }: ProgressBarProps) {
  return (
    <progress
      className={styles.progress}
      max={100}
      value={percent}
      aria-label={label}
      aria-hidden={!label || undefined}
    />
  );
}

interface StatusTextProps {
  children?: ReactNode;
  /** For screen readers only. */
  hidden?: boolean | undefined;
}

/** A polite live region. */
export function StatusText({ children, hidden }: StatusTextProps) {
  return <output className={hidden ? 'visually-hidden' : 'status-text'}>{children}</output>;
}
