/** How far something has come. Without a percentage it only says that something goes on. */
export interface ProgressBarProps {
  /** 0 to 100. */
  percent?: number | undefined;
  label: string;
}

export function ProgressBar({ percent, label }: ProgressBarProps) {
  return <progress className="progress" max={100} value={percent} aria-label={label} />;
}
