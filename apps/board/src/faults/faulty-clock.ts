import type { Clock } from '../clock.ts';
import type { ActiveFaults } from './faults.ts';

/** The board's clock: monotonic time continues, wall time may be unset. */
export const faultyClock = (clock: Clock, active: Readonly<ActiveFaults>): Clock => ({
  ...clock,
  unixMs: () => (active.clock_unset ? undefined : clock.unixMs()),
});
