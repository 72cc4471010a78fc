import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './vite-messages.ts';
import { precompress } from './vite-precompress.ts';
import { withoutSummaries } from './vite-summaries.ts';

const BASE =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|use-intl|@formatjs|zod|clsx)\/|@tanstack\/(react-router|router-core|history|store|react-store)\/(?!.*useBlocker)|packages\/contract\/src\/(calls\/account|account|ack-error|call|console-config|lock-out|problem|text|wire)\.ts|src\/lib\/(choices|http|late|loader|tool-texts|session|config|locale|page-subject|paths|toast)|@mantine\/core\/esm\/components\/(Button|Loader)\/|@tabler\/icons-react\/dist\/esm\/(createReactComponent|icons\/Icon(AlertTriangle|CircleCheck)\.)|src\/ui\/(dropdown|form-notice|heading|notice|theme|use-opening)|src\/app\/(brand|flags)/;

/** Behind the login, on every page; what a page before it needs too must stand above, or it would bring all of this. */
const INSIDE =
  /@tanstack\/(query-core|react-query)\/(?!.*(infiniteQueryObserver|useInfiniteQuery))|src\/lib\/(live|commands|clock|format|personalization|polling|lock-out\.|device-config|device-choice|device-diagnostics|device-name|fault-text|fc-devices|pump-look|stored-ids|use-code-words)|src\/app\/(account-look|query-client|guards|use-chosen-device|use-person|shell\/(language-menu|shell|sidebar|top-bar|profile-menu|theme-menu|use-media|use-sidebar))|src\/features\/inbox\/inbox-menu|src\/features\/(devices\/(api|device-banner|device-notices|use-devices)|device-access\/device-menu)|src\/app\/pages\/(device-title|device-tool-links)|src\/ui\/(by-width|card|hint|state-pill|tone|value)|(status-popover|fc-state-card)\.module|icons\/Icon(Adjustments|AlertTriangleFilled|Clock|CloudOff|Cpu|DotsVertical|Download|HelpCircle|History|HourglassEmpty|Loader2|Lock|MoodEmpty|Pencil|PlayerStopFilled|PlugConnectedX|PlugOff|Power|QuestionMark|Refresh|Rotate|Stethoscope|Trash|UserShare|UserUp|Wifi|WifiOff)\.mjs|packages\/(contract\/src\/(calls\/(commands|device-config|device-data|devices|lock-out)|command(?!-ops)|device(?!-change|-access)|event|live|paging|reading)|domain\/src\/(?!fc|firmware|protection|user-name|roles|board-facts|broken-hop|wifi-strength))/;

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
        /** What is loaded together, in one file: it compresses better than in many. */
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'inside', test: INSIDE },
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
