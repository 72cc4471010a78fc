/**
 * Loaded before a program of the product (`--import`): each SIGUSR2 sets its clock forward by CLOCK_STEP_MS. The clock of the
 * database and timers stay as they are.
 */
const real = Date.now.bind(Date);
const stepMs = Number(process.env.CLOCK_STEP_MS);
let aheadMs = 0;
Date.now = () => real() + aheadMs;
process.on('SIGUSR2', () => {
  aheadMs += stepMs;
});
