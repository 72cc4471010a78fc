import type { AddressFinding, BrokerFinding } from './addresses.ts';

/** `wrong`: something must be corrected. `waiting`: an earlier step comes first. */
export type StepState = 'done' | 'wrong' | 'open' | 'waiting';

export interface FirstRunFacts {
  hasMailServer: boolean;
  /** The link of the test mail was opened: an accepted mail may still be lost. */
  isMailOpened: boolean;
  addressFindings: readonly AddressFinding[];
  brokerFinding: BrokerFinding | null;
  isBrokerUp: boolean;
  /** Boards that have reported. */
  boards: number;
}

/** The checks of the public address, in the order in which a person corrects them. */
const ADDRESS_CHECKS = ['configured', 'opened', 'encrypted', 'proxy', 'boards'] as const;
export type AddressCheck = (typeof ADDRESS_CHECKS)[number];

const CHECK_OF: Record<AddressFinding, AddressCheck> = {
  no_public_url: 'configured',
  other_address: 'opened',
  no_tls: 'encrypted',
  host_not_forwarded: 'proxy',
  client_not_forwarded: 'proxy',
  proxy_not_trusted: 'proxy',
};

/** The checks that fail. */
export function failedAddressChecks({
  addressFindings,
  brokerFinding,
  isBrokerUp,
}: Omit<FirstRunFacts, 'boards' | 'hasMailServer' | 'isMailOpened'>): AddressCheck[] {
  const failed = new Set(addressFindings.map((finding) => CHECK_OF[finding]));
  if (brokerFinding !== null || !isBrokerUp) failed.add('boards');
  return ADDRESS_CHECKS.filter((check) => failed.has(check));
}

/** `later`: the check needs the public address, which is not set yet. */
export type CheckResult = 'passed' | 'failed' | 'later';

/** Result of each check; without a public address only `boards` can pass. */
export function addressChecks(
  facts: Parameters<typeof failedAddressChecks>[0],
): { check: AddressCheck; result: CheckResult }[] {
  const failed = failedAddressChecks(facts);
  const isAddressSet = !failed.includes('configured');
  return ADDRESS_CHECKS.map((check) => ({
    check,
    result: failed.includes(check) ? 'failed' : isAddressSet || check === 'boards' ? 'passed' : 'later',
  }));
}

/** The three steps of a new installation. A step is done by evidence only. */
export function firstRunSteps(facts: FirstRunFacts): Record<'mail' | 'address' | 'board', StepState> {
  const isAddressFine = failedAddressChecks(facts).length === 0;
  const mail = facts.isMailOpened ? 'done' : facts.hasMailServer ? 'open' : 'wrong';
  const board = facts.boards > 0 ? 'done' : isAddressFine ? 'open' : 'waiting';
  return { mail, address: isAddressFine ? 'done' : 'wrong', board };
}
