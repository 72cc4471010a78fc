import {
  IconAlertTriangleFilled,
  IconCheck,
  IconClock,
  IconHourglassEmpty,
  IconLoader2,
  IconPlayerStopFilled,
  IconPlugOff,
  IconQuestionMark,
  IconWifiOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { StatePill } from '../ui/state-pill.tsx';
import type { Tone } from '../ui/tone.ts';
import type { PumpStatus } from './device-view.ts';

/** R5.3: green, amber, red and grey, each with its own icon. */
export const pumpStatusStyles: Record<PumpStatus, { tone: Tone; icon: ReactNode }> = {
  running: { tone: 'run', icon: <IconCheck stroke={3} /> },
  waiting: { tone: 'wait', icon: <IconHourglassEmpty stroke={2.4} /> },
  stopped: { tone: 'stop', icon: <IconPlayerStopFilled /> },
  fault: { tone: 'stop', icon: <IconAlertTriangleFilled /> },
  no_power: { tone: 'off', icon: <IconPlugOff stroke={2.4} /> },
  unknown: { tone: 'off', icon: <IconQuestionMark stroke={2.6} /> },
  stale: { tone: 'off', icon: <IconClock stroke={2.4} /> },
  offline: { tone: 'off', icon: <IconWifiOff stroke={2.4} /> },
  connecting: { tone: 'off', icon: <IconLoader2 stroke={2.4} /> },
};

/** The status as one word, for lists. */
export function usePumpStatusText() {
  const t = useTranslations();
  return (status: PumpStatus) =>
    t(status === 'offline' ? 'device.connection.offline' : `pump.state.${status}`);
}

/** R5.3: the status in a list, as a word with its icon. */
export function PumpPill({ status }: { status: PumpStatus }) {
  const { tone, icon } = pumpStatusStyles[status];
  return (
    <StatePill tone={tone} icon={icon}>
      {usePumpStatusText()(status)}
    </StatePill>
  );
}
