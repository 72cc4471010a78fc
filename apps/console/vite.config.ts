import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appWorker } from './vite-app-worker.ts';
import { compiledMessages } from './vite-messages.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), compiledMessages(), appWorker()],
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    /** The content security policy allows no `data:` fonts and styles, and separate small files cache better. */
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        /** A group is one file: the matching modules with their static imports that no earlier group has. */
        codeSplitting: {
          groups: [
            { name: 'base', test: /src\/main\.tsx$/ },
            { name: 'login', test: /src\/app\/(pages\/login-page|auth-layout|language-choice)\.tsx$/ },
            {
              name: 'core',
              test: /src\/(app\/(guards\.ts|shell\/shell\.tsx|pages\/overview-page\.tsx)|ui\/(segmented|text-button|face)\.tsx|lib\/http\/(proof|load-states|download-link|query-states)\.tsx?|device\/place\.ts)$/,
            },
            { name: 'icons', test: /icons-react\/dist\/esm\/icons\// },
            /** What the page of a pump loads after its water: sixty small files would each be preloaded on its own. */
            {
              name: 'day',
              test: /src\/(app\/pages\/pump-(day|notes)|areas\/alerts\/list\/device-alerts)\.tsx$/,
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
