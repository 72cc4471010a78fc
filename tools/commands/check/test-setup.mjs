import { buildPrograms } from '../build/build.mjs';

/** Global setup of Vitest: the tests of the projects `server` and `e2e` run the programs, also without `npm test`. */
export async function setup() {
  await buildPrograms();
}
