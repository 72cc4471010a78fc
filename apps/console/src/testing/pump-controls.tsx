import type { LastData } from '@manoboard/contract/device/device';
import { PumpControls } from '../areas/pump/pump-control/pump-controls.tsx';
import type { Handler } from './fake-server.ts';
import { ID, measured, showLive, T, type Values } from './live-page.tsx';
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

/** The pump was on until now and the line has pressure: R5.12 a start needs no question. */
export async function showJustOff(answer: Handler = never) {
  const shown = await showPumpControls({ on_off_state_r: 1, frequency_fc: 40, pressure: 3 }, answer);
  await shown.receiveFrame(
    measured({ on_off_state_r: 3, frequency_fc: 0, pressure: 3 }, { ts: T + 1, received_at: T + 1 }),
  );
  return shown;
}

export const pumpSwitch = () => page.get('switch', `Čerpadlo ${ID}`) as HTMLInputElement;
export const lockSwitch = () => page.get('switch', `Ovládate odtiaľto ${ID}`) as HTMLInputElement;
export function hintOf(control: HTMLElement) {
  const hint = document.getElementById(control.getAttribute('aria-describedby') ?? '');
  return hint ? page.textOf(hint) : undefined;
}
export const pumpHint = () => hintOf(pumpSwitch());
