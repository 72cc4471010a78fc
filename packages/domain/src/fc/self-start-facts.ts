import type { SelfStartCause } from '@manoboard/contract/converter/profile-file';
import type { SelfStart } from '@manoboard/contract/device/self-start';

export type Causes = SelfStartCause | 'both';

function causesOf(causes: readonly SelfStartCause[]): Causes | undefined {
  if (causes.includes('power_cut') && causes.includes('fault')) return 'both';
  return causes[0];
}

/** What people at a pump must know: after what the converter starts by itself, and after what nobody knows it. */
export function selfStartFacts(rows: readonly SelfStart[]) {
  const on = rows.filter(({ is_on }) => is_on === true);
  const isKnown = (cause: SelfStartCause) => {
    const own = rows.filter(({ after }) => after === cause);
    return own.some(({ is_on }) => is_on) || (own.length > 0 && own.every(({ is_on }) => is_on === false));
  };
  const unknown = (['power_cut', 'fault'] as const).filter((cause) => !isKnown(cause));
  return { on, onAfter: causesOf(on.map(({ after }) => after)), unknownAfter: causesOf(unknown) };
}
