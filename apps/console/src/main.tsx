import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startAppWorker } from './app/app-update.ts';
import { createAppRouter } from './app/router.tsx';
import { watchSession } from './app/watch-session.ts';
import { session } from './lib/http/session.ts';
import { keepInstallOffer } from './lib/page/install-offer.ts';
import { startLanguage } from './lib/texts/locale-store.ts';
import { watchColourScheme } from './ui/theme/colour-scheme.ts';
import './ui/theme/theme.css';

watchColourScheme();
keepInstallOffer();

/**
 * Requests what the first page needs at once, not when the router asks for it: the largest paint of a device page on a phone comes
 * after 3.2 s instead of 3.6 (Lighthouse, median of 3 each).
 */
function requestFirstPage() {
  const isLoggedIn = session.isMarked();
  // The router imports them again, and reports a failure.
  const page = isLoggedIn ? import('./app/shell/shell.tsx') : import('./app/pages/login-page.tsx');
  page.catch(() => undefined);
  return startLanguage(isLoggedIn ? ['shell', 'pump'] : []);
}

async function start(root: HTMLElement) {
  await requestFirstPage();
  const router = createAppRouter();
  watchSession(router);
  // In a pass that React interrupts for paints.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (root) void start(root);
// Without the worker the console works, but not without the network.
void startAppWorker().catch(() => undefined);
