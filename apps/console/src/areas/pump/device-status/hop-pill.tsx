import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { type HopProblem, hopProblems } from './hop-problems.ts';
import { useHopFacts } from './use-hop-facts.ts';

/** The connection pill and the banner already show these. */
type ShownElsewhere = 'browser' | 'server' | 'wifi';
const isShownElsewhere = (problem: HopProblem): problem is ShownElsewhere =>
  problem === 'browser' || problem === 'server' || problem === 'wifi';

/** Not red: the pump may be fine, or the problem did not stop it. */
const TONES: Partial<Record<HopProblem, Tone>> = {
  silence: 'off',
  lateness: 'off',
  NO_FLOW: 'wait',
  clockUnset: 'wait',
  clockWrong: 'wait',
};

/** R4.5: the first broken hop, unless the connection pill already shows it. */
export function HopPill({ deviceId, pill }: { deviceId: string; pill: ReactNode }) {
  const t = useTranslations('deviceStatus.hop');
  const [problem] = hopProblems(useHopFacts(deviceId));
  if (problem === undefined || isShownElsewhere(problem)) return pill;
  return (
    <StatePill tone={TONES[problem] ?? 'stop'} icon={<IconAlertTriangle aria-hidden="true" />}>
      {t(`${problem}.word`)}
    </StatePill>
  );
}
