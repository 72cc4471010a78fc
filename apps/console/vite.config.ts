import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appWorker } from './vite-app-worker.ts';
import { firstFiles } from './vite-first-files.ts';
import { compiledMessages } from './vite-messages.ts';
import { precompress } from './vite-precompress.ts';
import { shellChunk } from './vite-shell-chunk.ts';
import { withoutQueryParsers, withoutSummaries } from './vite-summaries.ts';
import { textImports } from './vite-texts.ts';

/** Modules that the login and the admin pages share: without this group, each area would load the chunk of the other. */
const BASE =
  /src\/app\/(?!reading-)[\w-]+\.tsx$|src\/ui\/(form-notice|heading)\.tsx$|src\/lib\/(page\/toast|forms\/unsaved)\.ts$|@tanstack\/react-router\/(?!.*\/useBlocker)/;
/** Fields, of the login and of other pages. */
const FORM = /src\/(lib\/forms\/use-form\.ts|ui\/(field|password-field)\.tsx)$/;

/** Modules that the pages of one alert and of all alerts share: as 20 chunks they would have 2 kB more. */
const ALERT = /src\/areas\/alerts\/alerts\/(alert-facts|alert-style|use-alerts|use-time-text|api)\.tsx?$/;
/** What other pages share with those: they must not load all of it. */
const OF_OTHERS = [
  { name: 'infinite-query', test: /infiniteQueryObserver\.js$|useInfiniteQuery\.js$/ },
  { name: 'kinds', test: /contract\/src\/alert\/(alert|rule-kind)\.ts$|domain\/src\/time\.ts$/ },
  { name: 'icons', test: /\/icons\/Icon(AlertCircle|InfoCircle|TrendingUp)\.mjs$/ },
];

/** Every page loads these names: the hash distinguishes the files. */
const NAME_LENGTH = 3;

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    compiledMessages(),
    textImports(),
    withoutSummaries(),
    withoutQueryParsers(),
    firstFiles(),
    appWorker(),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    modulePreload: {
      polyfill: false,
      /**
       * Every page loads the names of files to preload: those of icons and hooks would be a quarter of them. What the
       * shell and the device pages import dynamically loads after the first paint, so it names its styles only.
       */
      resolveDependencies: (_page, files, { hostId }) => {
        const isLate = /^assets\/(she|dev)-/.test(hostId);
        return files.filter((file) => (isLate ? file.endsWith('.css') : !/^assets\/(Ico|use)-/.test(file)));
      },
    },
    /** The content security policy allows no `data:` fonts and styles, and separate small files cache better. */
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every page loads the names of all files: short ones save half a kilobyte of the first load.
        chunkFileNames: ({ name }) => `assets/${name.slice(0, NAME_LENGTH)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.replace(/\.\w+$/, '').slice(0, NAME_LENGTH)}-[hash:7][extname]`,
        /**
         * A group contains the matching modules and all their static imports that no earlier group contains: one chunk
         * for all pages, one for forms, one for the login, one for the pages after it, one for the device pages, one for the
         * rest of the dashboard, one for the pages of alerts. Each dynamic import is a chunk of its own.
         */
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'form', test: FORM },
            { name: 'auth', test: /src\/app\/pages\/login-page\.tsx$/ },
            { name: shellChunk(), debugName: 'shell' },
            { name: 'device', test: /src\/app\/pages\/overview-page\.tsx$/ },
            { name: 'dashboard', test: /src\/app\/pages\/dashboard-page\.tsx$/ },
            ...OF_OTHERS,
            { name: 'alert', test: ALERT },
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
