import type { Clock } from '../clock.ts';
import type { ActiveFaults } from './faults.ts';

/** The board's own clock: it counts on, but may not know what time it is. */
export const faultyClock = (clock: Clock, active: Readonly<ActiveFaults>): Clock => ({
  ...clock,
  unixMs: () => (active.clock_unset ? undefined : clock.unixMs()),
});
