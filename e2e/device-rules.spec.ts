import { afterAll, beforeAll } from 'vitest';
import { startWorld, world } from './rules/world.ts';

beforeAll(startWorld);
afterAll(() => world.stop());

/** All rules share one product, since its start takes longer than most tests. */
import './rules/control.ts';
import './rules/inputs.ts';
import './rules/meters.ts';
import './rules/pages.ts';
import './rules/polling.ts';
