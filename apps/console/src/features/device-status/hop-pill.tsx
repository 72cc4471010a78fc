import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { StatePill } from '../../ui/state-pill.tsx';
import type { Tone } from '../../ui/tone.ts';
import { type Trouble, troublesOf } from './troubles.ts';
import { useHopFacts } from './use-hops.ts';

/** The connection's own word and the banner say these already. */
type Said = 'browser' | 'server' | 'wifi';
const isSaid = (trouble: Trouble): trouble is Said =>
  trouble === 'browser' || trouble === 'server' || trouble === 'wifi';

/** Nobody knows of anything that is broken at the pump; a warning has stopped nothing. */
const TONES: Partial<Record<Trouble, Tone>> = {
  silence: 'off',
  lateness: 'off',
  NO_FLOW: 'wait',
  clockUnset: 'wait',
  clockWrong: 'wait',
};

/** R4.5: the first broken hop in a word, where that is more than the connection's own. */
export function HopPill({ deviceId, pill }: { deviceId: string; pill: ReactNode }) {
  const [trouble] = troublesOf(useHopFacts(deviceId));
  if (trouble === undefined || isSaid(trouble)) return pill;
  return (
    <ToolTexts waiting={pill} missing={pill}>
      <TroublePill trouble={trouble} />
    </ToolTexts>
  );
}

function TroublePill({ trouble }: { trouble: Exclude<Trouble, Said> }) {
  const t = useTranslations('deviceStatus.hop');
  return (
    <StatePill tone={TONES[trouble] ?? 'stop'} icon={<IconAlertTriangle aria-hidden="true" />}>
      {t(`${trouble}.word`)}
    </StatePill>
  );
}
