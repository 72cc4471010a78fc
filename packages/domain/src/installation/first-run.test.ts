import { expect, it } from 'vitest';
import { addressChecks, type FirstRunFacts, failedAddressChecks, firstRunSteps } from './first-run.ts';

const someFacts = (change: Partial<FirstRunFacts> = {}): FirstRunFacts => ({
  hasMailServer: true,
  isMailOpened: false,
  addressFindings: [],
  brokerFinding: null,
  isBrokerUp: true,
  boards: 0,
  ...change,
});

it.each<[string, Partial<FirstRunFacts>, ReturnType<typeof firstRunSteps>]>([
  ['a mail that was sent is not done', {}, { mail: 'open', address: 'done', board: 'open' }],
  ['an opened mail is done', { isMailOpened: true }, { mail: 'done', address: 'done', board: 'open' }],
  ['no mail server', { hasMailServer: false }, { mail: 'wrong', address: 'done', board: 'open' }],
  [
    'a board waits for the address',
    { addressFindings: ['no_tls'] },
    { mail: 'open', address: 'wrong', board: 'waiting' },
  ],
  [
    'a board that reported is done',
    { boards: 1, brokerFinding: 'local' },
    { mail: 'open', address: 'wrong', board: 'done' },
  ],
])('%s', (_case, change, steps) => expect(firstRunSteps(someFacts(change))).toEqual(steps));

it('failed checks are in the order of their correction', () =>
  expect(
    failedAddressChecks(
      someFacts({ addressFindings: ['proxy_not_trusted', 'no_public_url'], isBrokerUp: false }),
    ),
  ).toEqual(['configured', 'proxy', 'boards']));

it('without a public address nothing about it has passed, although the server was opened on its own machine', () =>
  expect(addressChecks(someFacts({ addressFindings: ['no_public_url'] }))).toEqual([
    { check: 'configured', result: 'failed' },
    { check: 'opened', result: 'later' },
    { check: 'encrypted', result: 'later' },
    { check: 'proxy', result: 'later' },
    { check: 'boards', result: 'passed' },
  ]));
