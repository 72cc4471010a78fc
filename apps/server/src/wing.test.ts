import { expect, it } from 'vitest';
import { collectJobs } from './wing.ts';

const job = { cron: '5 * * * *', run: async () => {} };

it('the jobs of all wings have their schedules and functions', () =>
  expect(collectJobs([{ jobs: { a: job } }, {}, { jobs: { b: job } }])).toEqual({ a: job, b: job }));

it('two wings with a job of the same name stop the start', () =>
  expect(() => collectJobs([{ jobs: { a: job } }, { jobs: { a: job } }])).toThrow(
    'two jobs have the name a',
  ));
