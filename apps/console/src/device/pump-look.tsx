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
import type { Tone } from '../ui/tone.ts';
import type { PumpLook } from './device-view.ts';

/** R5.3: green, amber, red and grey, each with its own icon; the word comes from the locale files. */
export const looks: Record<PumpLook, { tone: Tone; icon: ReactNode }> = {
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
