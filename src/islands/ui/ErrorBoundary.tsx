/** An error boundary around an island: an error shows a notice with a reload button, never an empty page. */
import { Component, type ComponentType, type ReactNode } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { ports } from '../../stores/browser/ports.ts';
import { pageText } from '../../stores/page-text.ts';
import { Button } from './Button.tsx';
import { LocaleContext } from './hooks.ts';
import { Notice, RequestReference } from './Notice.tsx';

interface IslandOptions {
  /** Further help, for an error that a reload does not remove. */
  Help?: ComponentType | undefined;
  /** For an island that persists while the page changes its language: use-page-locale.ts. */
  useShownLocale?: (built: Locale) => Locale;
}

class ErrorBoundary extends Component<Pick<IslandOptions, 'Help'> & { children: ReactNode }, { failed: boolean }> {
  static override contextType = LocaleContext;
  declare context: Locale;
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { Help, children } = this.props;
    if (!this.state.failed) return children;
    const t = pageText(this.context, 'forms');
    return (
      <Notice
        tone="error"
        title={t('refusals.internal.title')}
        action={<Button onClick={() => ports.reload()}>{t('refusals.stale.action')}</Button>}
        text={t('refusals.internal.text')}
      >
        {Help && <Help />}
        <RequestReference />
      </Notice>
    );
  }
}

/** The island in its boundary, with its language for all its components. React logs the error to the console. */
export function withErrorBoundary<Props extends object>(
  Island: ComponentType<Props>,
  { Help, useShownLocale = (built) => built }: IslandOptions = {},
): ComponentType<Props & { locale: Locale }> {
  return function WithErrorBoundary(props) {
    return (
      <LocaleContext value={useShownLocale(props.locale)}>
        <ErrorBoundary Help={Help}>
          <Island {...props} />
        </ErrorBoundary>
      </LocaleContext>
    );
  };
}
