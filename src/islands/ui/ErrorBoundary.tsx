/** An error boundary around an island: whatever breaks in it, a page that says so and leads on is left, never an empty one. */
import { Component, type ComponentType, type ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface BoundaryProps {
  locale: Locale;
  children: ReactNode;
}

class ErrorBoundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const t = textOf(this.props.locale, 'forms');
    return (
      <Notice
        tone="error"
        title={t('problems.internal.title')}
        action={<Button onClick={() => ports.reload()}>{t('problems.stale.action')}</Button>}
      >
        <p>{t('problems.internal.text')}</p>
      </Notice>
    );
  }
}

/** The island with its boundary. React writes the error itself to the console. */
export function guarded<Props extends { locale: Locale }>(Island: ComponentType<Props>): ComponentType<Props> {
  return function Guarded(props) {
    return (
      <ErrorBoundary locale={props.locale}>
        <Island {...props} />
      </ErrorBoundary>
    );
  };
}
