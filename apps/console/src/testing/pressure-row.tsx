import type { PressureConfig } from '@manoboard/contract/device/device-config';
import { aCommand } from '@manoboard/testkit/factories';
import { act } from 'react';
import { Toaster } from '../app/shell/toaster.tsx';
import { PressureMode } from '../areas/pump/pressure/pressure-mode.tsx';
import { PressureRow } from '../areas/pump/pressure/pressure-row.tsx';
import { DeviceNameProvider } from '../device/device-name.tsx';
import { configured } from './config.ts';
import type { Handler } from './fake-server.ts';
import { ID, measured, pass, showLive, type Values } from './live-page.tsx';
import { page } from './page.tsx';

export const WRITE = `/mqtt/${ID}/write`;
export const CONFIG = `/devices/${ID}/config`;
export const CONTROL = `/mqtt/${ID}/pressure_control`;
export const never: Handler = () => new Promise<never>(() => {});
export const done: Handler = () => ({ json: aCommand({ op: 'write', value: 4.3 }) });

interface Setting {
  config?: PressureConfig;
  configAnswer?: Handler;
  answer?: Handler;
  locale?: 'sk' | 'gb';
  fcType?: string;
  routes?: Record<string, Handler>;
}
/** The required pressure and who sets it, with these last values; commands get `answer`. */
export async function showPressureRow(
  values: Values,
  {
    config,
    configAnswer = configured(config),
    answer = never,
    locale = 'sk',
    fcType = 'GD10',
    routes = {},
  }: Setting = {},
) {
  const live = await showLive(
    <DeviceNameProvider id={ID} name="Studňa">
      <PressureRow deviceId={ID} />
      <PressureMode deviceId={ID} converter={{ fcType }} />
      <Toaster />
    </DeviceNameProvider>,
    {
      last: [measured(values)],
      locale,
      routes: { [CONFIG]: configAnswer, [WRITE]: answer, [CONTROL]: answer, ...routes },
    },
  );
  await pass(0);
  return live;
}

export const field = () => document.querySelector<HTMLInputElement>('[role=spinbutton]') as HTMLInputElement;
export const less = () => page.get('button', 'Znížiť o 0,1 bar') as HTMLButtonElement;
export const more = () => page.get('button', 'Zvýšiť o 0,1 bar') as HTMLButtonElement;
export const set = () => page.get('button', 'Nastaviť') as HTMLButtonElement;
export async function type(text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
