import type { LastData } from '@manoboard/contract/device/device';
import { PumpControls } from '../areas/pump/pump-control/pump-controls.tsx';
import type { Handler } from './fake-server.ts';
import { ID, measured, showLive, type Values } from './live-page.tsx';
import { page } from './page.tsx';

export const START_STOP = `/mqtt/${ID}/start-stop`;
export const SET_LOCK = `/mqtt/${ID}/set-lock`;
export const never: Handler = () => new Promise<never>(() => {});

/** The switch and the lock with these last values; commands get `answer`. */
export const showPumpControls = (values: Values, answer: Handler = never, change: Partial<LastData> = {}) =>
  showLive(<PumpControls deviceId={ID} />, {
    last: [measured(values, change)],
    routes: { [START_STOP]: answer, [SET_LOCK]: answer },
  });

export const pumpSwitch = () => page.get('switch', `Čerpadlo ${ID}`) as HTMLInputElement;
export const lockSwitch = () => page.get('switch', `Zámok ovládania ${ID}`) as HTMLInputElement;
export function hintOf(control: HTMLElement) {
  const hint = document.getElementById(control.getAttribute('aria-describedby') ?? '');
  return hint ? page.textOf(hint) : undefined;
}
export const pumpHint = () => hintOf(pumpSwitch());
