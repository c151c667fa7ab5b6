import cloudflare from '@astrojs/cloudflare';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { pageStyles } from './src/build/page-styles.ts';
import { preloadIslands } from './src/build/preload-islands.ts';
import { securityHeaders } from './src/build/security-headers.ts';

export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file' },
  // Not in development: there it would render pages with the built ones' manifest, and run a gateway of its own.
  ...(process.env.NODE_ENV === 'development'
    ? {}
    : { adapter: cloudflare({ prerenderEnvironment: 'node', imageService: 'passthrough' }) }),
  integrations: [react(), astroI18next(), pageStyles(), preloadIslands(), securityHeaders()],
  site: process.env.SITE ?? 'https://portal.example',
});
