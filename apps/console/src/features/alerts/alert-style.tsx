import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import type { AlertCode } from '@manoboard/contract/nouns/alert';
import {
  IconAlertTriangle,
  IconArrowsShuffle,
  IconClockQuestion,
  IconDropletOff,
  IconGauge,
  IconMessages,
  IconPlugConnectedX,
  IconRipple,
  IconUnlink,
  IconWaveSine,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import tones from '../../ui/tone.module.css';
import type { Tone } from '../../ui/tone.ts';
import classes from './alert-style.module.css';

const icon = { size: 18, stroke: 1.8 } as const;

const icons: Partial<Record<AlertCode, ReactNode>> = {
  DRY_RUN: <IconDropletOff {...icon} />,
  OVER_PRESSURE: <IconGauge {...icon} />,
  SENSOR_BREAK: <IconPlugConnectedX {...icon} />,
  PIPE_BURST: <IconRipple {...icon} />,
  NO_FLOW: <IconWaveSine {...icon} />,
  FC_OFFLINE: <IconUnlink {...icon} />,
  CLOCK_UNSET: <IconClockQuestion {...icon} />,
  FC_ID_CONFLICT: <IconArrowsShuffle {...icon} />,
  MESSAGE_FLOOD: <IconMessages {...icon} />,
};

const severityTone: Record<EventSeverity, Tone> = { alarm: 'stop', warning: 'wait', info: 'off' };

interface Props {
  code: AlertCode;
  severity: EventSeverity;
}

/** The kind of the alert as an icon, in the tone of its severity. */
export const AlertIcon = ({ code, severity }: Props) => (
  <span className={`${classes.icon} ${tones.tone}`} data-tone={severityTone[severity]} aria-hidden="true">
    {icons[code] ?? <IconAlertTriangle {...icon} />}
  </span>
);
