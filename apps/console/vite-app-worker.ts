import { createHash } from 'node:crypto';
import { build, type Plugin, type Rolldown } from 'vite';

const WORKER = new URL('./src/app-worker/app-worker.ts', import.meta.url).pathname;
const PRELUDE = new URL('./public/prelude.js', import.meta.url).pathname;
/** The QR reader is 1 MB that no page needs at its start, and adding a device needs the network. */
const NOT_CACHED = /\.wasm$|\/qr-worker-/;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** One classic script without imports, minified. */
async function bundleScript(input: string, define: Record<string, string> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  return output[0].code;
}

/**
 * Emits the service worker with the names of the built files. The build is identified by the hash of its page, which
 * names its files. `prelude.js` gets a hashed name here, as any file that the worker caches must have.
 */
export function appWorker(): Plugin {
  return {
    name: 'app-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('There is no index.html.');
        const source = await bundleScript(PRELUDE);
        const prelude = `assets/prelude-${hashOf(source).slice(0, 8)}.js`;
        this.emitFile({ type: 'asset', fileName: prelude, source });
        const html = String(page.source).replace('/prelude.js', `/${prelude}`);
        const files = [...Object.keys(bundle), prelude].filter(
          (name) => name.startsWith('assets/') && !NOT_CACHED.test(name),
        );
        const paths = [...new Set(files)].sort().map((name) => `/${name}`);
        const buildId = hashOf(html + paths.join());
        page.source = html.replace('__BUILD__', buildId);
        const code = await bundleScript(WORKER, {
          BUILD: JSON.stringify(buildId),
          FILES: JSON.stringify(paths),
        });
        this.emitFile({ type: 'asset', fileName: 'app-worker.js', source: code });
      },
    },
  };
}
