import { createAtom } from '@tanstack/react-store';

/** Only Chromium has it; TypeScript does not know it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** The browser's offer to put the console on the home screen. */
export const installOffer = createAtom<InstallEvent | undefined>(undefined);

/** At the start: the browser sends its offer once, before any page asks for it. */
export function keepInstallOffer() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => installOffer.set(undefined));
}
