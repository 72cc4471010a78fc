import type { PressureConfig } from '@manoboard/contract/device-config';
import type { ConfigState } from '@manoboard/contract/device-config-state';
import type { Handler } from './fake-server.ts';

/** A board that has applied this pressure config; nothing: it was never configured. */
export const configured =
  (pressure?: PressureConfig): Handler =>
  () => ({
    json: {
      version: pressure ? 1 : 0,
      desired: pressure ? { pressure } : {},
      changed_at: null,
      changed_by: null,
      state: pressure ? 'applied' : 'none',
      reported: null,
      applied: pressure ? { version: 1, config: { pressure }, ts: 1_800_000_000 } : null,
    } satisfies ConfigState,
  });
