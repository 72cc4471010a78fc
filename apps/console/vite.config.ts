import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstFiles } from './vite-first-files.ts';
import { compiledMessages } from './vite-messages.ts';
import { precompress } from './vite-precompress.ts';
import { withoutSummaries } from './vite-summaries.ts';

/** What the login and the pages behind it share: without it here, each would bring the file of the other. */
const BASE =
  /src\/app\/[\w-]+\.tsx$|src\/ui\/(form-notice|heading)\.tsx$|src\/lib\/toast\.ts$|@tanstack\/react-router\//;

export default defineConfig({
  plugins: [react(), compiledMessages(), withoutSummaries(), firstFiles(), precompress()],
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    /** The content security policy allows no data: fonts or styles, and small files cache better apart. */
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        /**
         * A group takes these files with everything that they import, unless an earlier group has it: one file for every
         * page, one for the login, one for the pages of a device. What they import lazily is split by itself.
         */
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'auth', test: /src\/app\/pages\/login-page\.tsx$/ },
            {
              name: 'inside',
              test: /src\/app\/(guards\.ts|(shell\/shell|pages\/(dashboard|overview)-page)\.tsx)$/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: process.env.SERVER_URL ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
});
