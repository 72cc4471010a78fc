import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startAppWorker } from './app/app-update.ts';
import { createAppRouter } from './app/router.tsx';
import { watchSession } from './app/watch-session.ts';
import { startLanguage } from './lib/texts/locale-store.ts';
import { watchColourScheme } from './ui/theme/colour-scheme.ts';
import './ui/theme/theme.css';

watchColourScheme();

async function start(root: HTMLElement) {
  await startLanguage();
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
