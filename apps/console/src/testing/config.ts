import type { DeviceConfig, PressureConfig } from '@manoboard/contract/device/device-config';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { Handler } from './fake-server.ts';

/** Config state of a board that has applied this config; without one, of a board that was never configured. */
export const applied =
  (config?: DeviceConfig): Handler =>
  () => ({
    json: {
      version: config ? 1 : 0,
      desired: config ?? {},
      changed_at: null,
      changed_by: null,
      state: config ? 'applied' : 'none',
      reported: null,
      applied: config ? { version: 1, config, ts: 1_800_000_000 } : null,
    } satisfies ConfigState,
  });

/** Config state of a board whose reported version is newer than the desired one. */
export const configuredElsewhere: Handler = () => ({
  json: {
    version: 1,
    desired: {},
    changed_at: null,
    changed_by: null,
    state: 'foreign',
    reported: { ver: 7, st: 'applied', ts: 1_800_000_000 },
    applied: null,
  } satisfies ConfigState,
});

export const configured = (pressure?: PressureConfig) => applied(pressure && { pressure });
