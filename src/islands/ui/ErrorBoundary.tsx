/** An error boundary around an island: an error shows a notice with a reload button, never an empty page. */
import { Component, type ComponentType, type ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../../stores/browser/ports.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from './Button.tsx';
import { Notice, ProblemReference } from './Notice.tsx';

interface BoundaryProps {
  locale: Locale;
  /** Further help, for an error that a reload does not fix. */
  Help?: ComponentType<{ locale: Locale }> | undefined;
  children: ReactNode;
}

class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { locale, Help } = this.props;
    const t = textOf(locale, 'forms');
    return (
      <Notice
        tone="error"
        title={t('problems.internal.title')}
        action={<Button onClick={() => ports.reload()}>{t('problems.stale.action')}</Button>}
      >
        <p>{t('problems.internal.text')}</p>
        {Help && <Help locale={locale} />}
        <ProblemReference locale={locale} />
      </Notice>
    );
  }
}

/** The island in its boundary. React logs the error to the console. @param Help shown in the notice */
export function withErrorBoundary<Props extends { locale: Locale }>(
  Island: ComponentType<Props>,
  Help?: BoundaryProps['Help'],
): ComponentType<Props> {
  return function WithErrorBoundary(props) {
    return (
      <ErrorBoundary locale={props.locale} Help={Help}>
        <Island {...props} />
      </ErrorBoundary>
    );
  };
}
