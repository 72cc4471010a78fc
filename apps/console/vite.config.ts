import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './vite-messages.ts';
import { precompress } from './vite-precompress.ts';
import { withoutSummaries } from './vite-summaries.ts';

const BASE =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|use-intl|@formatjs|zod|clsx)\/|@tanstack\/(react-router|router-core|history|store|react-store)\/|packages\/contract\/src\/(calls\/account|account|ack-error|call|console-config|problem|text|wire)\.ts|src\/lib\/(http|session|config|locale|paths)/;

export default defineConfig({
  plugins: [react(), compiledMessages(), withoutSummaries(), precompress()],
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    /** The content security policy allows no data: fonts or styles, and small files cache better apart. */
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        /** What every page loads, in one file: it compresses better than in many. */
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: process.env.SERVER_URL ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
});
