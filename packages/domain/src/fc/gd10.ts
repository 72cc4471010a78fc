import { getProfile } from './profiles.ts';

/** The converter of the specification, of the simulated house and of most tests. */
export const gd10 = getProfile('GD10');
