import { expect, it } from 'vitest';
import { buildOfPage, isServerAway, ruleOf } from './cache-rules.ts';

const ORIGIN = 'https://pumps.example';
const FILES = new Set(['/assets/base-1.js', '/assets/base-1.css']);

it.each([
  ['a file of this build', 'GET', 'cors', '/assets/base-1.js', 'file'],
  ['a file of another build', 'GET', 'cors', '/assets/base-2.js', 'network'],
  ['a file with a query', 'GET', 'cors', '/assets/base-1.js?x', 'network'],
  ['a page', 'GET', 'navigate', '/admin/overview?device=MNB-TE0001', 'page'],
  ['the root', 'GET', 'navigate', '/', 'page'],
  ['an unknown page', 'GET', 'navigate', '/somewhere', 'page'],
  ['a request of a page for a path of a page', 'GET', 'cors', '/admin/dashboard', 'network'],
  ['an API call', 'GET', 'cors', '/api/users/me', 'network'],
  ['the event stream', 'GET', 'cors', '/api/live/stream', 'network'],
  ['a download of the API', 'GET', 'navigate', '/api/devices/fleet.csv', 'network'],
  ['the API documentation', 'GET', 'navigate', '/api/docs', 'network'],
  ['the metrics', 'GET', 'navigate', '/metrics', 'network'],
  ['the worker itself', 'GET', 'navigate', '/app-worker.js', 'network'],
  ['an icon', 'GET', 'no-cors', '/icon.svg', 'network'],
  ['a form', 'POST', 'navigate', '/admin/dashboard', 'network'],
  ['a file of another origin', 'GET', 'cors', 'https://other.example/assets/base-1.js', 'network'],
] as const)('ruleOf: %s', (_what, method, mode, path, rule) => {
  expect(ruleOf({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, FILES)).toBe(rule);
});

it.each([
  [200, false],
  [404, false],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('isServerAway: %d is %s', (status, isAway) => expect(isServerAway(status)).toBe(isAway));

it('buildOfPage reads the build from the page', () => {
  expect(buildOfPage('<head><meta name="build" content="b508" /></head>')).toBe('b508');
  expect(buildOfPage('<head></head>')).toBeUndefined();
});
