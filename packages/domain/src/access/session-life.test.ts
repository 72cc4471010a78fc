import { expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../time.ts';
import { sessionEndS, sessionLife } from './session-life.ts';

it.each([
  ['an owner', false, [], 12 * HOUR_S, 7 * DAY_S],
  ['an owner who stays logged in', true, [], 30 * DAY_S, 90 * DAY_S],
  ['a technician', false, ['Technician'], 12 * HOUR_S, 7 * DAY_S],
  ['a Super Seller who stays logged in', true, ['Super Seller'], 12 * HOUR_S, 7 * DAY_S],
])(
  'R3.3 the session of %s ends after its idle time and at the latest after its lifetime',
  (_who, isRemembered, roles, idleS, mostS) => {
    const life = sessionLife(isRemembered, roles);
    expect(life).toEqual({ idleS, mostS });
    expect(sessionEndS(life, 1000, 1000)).toBe(1000 + idleS);
    expect(sessionEndS(life, 1000, 1000 + mostS - 60)).toBe(1000 + mostS);
  },
);
