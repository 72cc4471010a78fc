import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledMessages } from './vite-messages.ts';
import { precompress } from './vite-precompress.ts';

export default defineConfig({
  plugins: [react(), compiledMessages(), precompress()],
  build: {
    target: 'baseline-widely-available',
    modulePreload: { polyfill: false },
    /** The content security policy allows no data: fonts or styles, and small files cache better apart. */
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } },
  },
});
