import { headNow } from './pump-head.ts';
import type { Facts } from './rule.ts';
import { unusualFlow } from './sustained-flow.ts';

/** Beyond the errors of curve, level and power, a head so far above the curve has less flow than the power suggests. */
const MOST_HEAD_SHARE = 1.12;

/**
 * A flow that is larger than the house draws for half an hour is estimated from the power. If the head is that of such a flow, it is
 * drawn; if the head is far higher, less flows and the motor needs the power for something else.
 */
export function judgeFlow(
  { sample, memory, card }: Pick<Facts, 'sample' | 'memory' | 'card'>,
  flowPercent: number,
): 'drawn' | 'contradicted' | undefined {
  if (!sample.isRunning || unusualFlow(memory.flow, flowPercent)?.isUnusual !== true) return undefined;
  return (headNow(card, sample)?.share ?? 1) > MOST_HEAD_SHARE ? 'contradicted' : 'drawn';
}
