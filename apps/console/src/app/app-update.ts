import { createAtom } from '@tanstack/react-store';
import type { ComponentType } from 'react';
import { whenIdle } from '../lib/time/when-idle.ts';

interface Update {
  Notice: ComponentType<{ onReload: () => void }>;
  reload: () => void;
}

/** Another build than the one of this page is ready; `null` while there is none. */
export const readyUpdate = createAtom<Update | null>(null);

const hasWorkers = () => import.meta.env.PROD && 'serviceWorker' in navigator;

const pageLoad = () =>
  new Promise<unknown>((done) => {
    if (document.readyState === 'complete') done(undefined);
    else window.addEventListener('load', done, { once: true });
  });

/** Registers the service worker when the first page has loaded. Browsers offer it in secure contexts only. */
export async function startAppWorker() {
  if (!hasWorkers()) return;
  await pageLoad();
  await whenIdle();
  const [{ registerWorker }, { NewVersionNotice: Notice }] = await Promise.all([
    import('./shell/register-worker.ts'),
    // With the worker, since after a deploy the server does not have this file any more.
    import('./shell/new-version-notice.tsx'),
  ]);
  await registerWorker(navigator.serviceWorker, (reload) => readyUpdate.set(reload && { Notice, reload }));
}

/** After a reconnect the server may run a new version. */
export async function checkForUpdate() {
  if (hasWorkers()) await (await navigator.serviceWorker.getRegistration())?.update();
}
