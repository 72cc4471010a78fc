import type { AlertCode } from '@manoboard/contract/alert/alert';
import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import {
  IconAdjustments,
  IconAlertTriangle,
  IconArrowBarDown,
  IconArrowsShuffle,
  IconBarrierBlock,
  IconBolt,
  IconChartDots,
  IconCheck,
  IconClockQuestion,
  IconCloudOff,
  IconDroplet,
  IconDropletOff,
  IconEngine,
  IconFilter,
  IconGauge,
  IconInfinity,
  IconLock,
  IconMailX,
  IconMessages,
  IconMoon,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconPropeller,
  IconRipple,
  IconRotate,
  IconRotateClockwise,
  IconSettingsExclamation,
  IconSnowflake,
  IconTemperature,
  IconTrendingUp,
  IconUnlink,
  IconWaveSine,
  IconWifi1,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../../ui/tone.ts';

const icon = { size: 18, stroke: 1.8 } as const;

const icons: Record<AlertCode, ReactNode> = {
  DRY_RUN: <IconDropletOff {...icon} />,
  OVER_PRESSURE: <IconGauge {...icon} />,
  SENSOR_BREAK: <IconPlugConnectedX {...icon} />,
  PIPE_BURST: <IconRipple {...icon} />,
  NO_FLOW: <IconWaveSine {...icon} />,
  FC_FAULT: <IconAlertTriangle {...icon} />,
  FC_OFFLINE: <IconUnlink {...icon} />,
  CLOCK_UNSET: <IconClockQuestion {...icon} />,
  FC_ID_CONFLICT: <IconArrowsShuffle {...icon} />,
  MESSAGE_FLOOD: <IconMessages {...icon} />,
  STARTED_ITSELF: <IconPlayerPlay {...icon} />,
  STUCK_SENSOR: <IconGauge {...icon} />,
  BLOCKED_OUTLET: <IconBarrierBlock {...icon} />,
  UNUSUAL_SILENCE: <IconMoon {...icon} />,
  LEAK: <IconDroplet {...icon} />,
  SHORT_CYCLING: <IconRotateClockwise {...icon} />,
  WORN_IMPELLER: <IconPropeller {...icon} />,
  CLOGGED_SUCTION: <IconFilter {...icon} />,
  LOW_WELL: <IconArrowBarDown {...icon} />,
  OVER_TEMPERATURE: <IconTemperature {...icon} />,
  UNDER_VOLTAGE: <IconBolt {...icon} />,
  OVER_VOLTAGE: <IconBolt {...icon} />,
  OVER_CURRENT: <IconEngine {...icon} />,
  REVERSE_ROTATION: <IconRotate {...icon} />,
  FROST: <IconSnowflake {...icon} />,
  SEIZING: <IconLock {...icon} />,
  BOARD_OFFLINE: <IconCloudOff {...icon} />,
  WEAK_WIFI: <IconWifi1 {...icon} />,
  ENDLESS_RUN: <IconInfinity {...icon} />,
  PRESSURE_OFF: <IconGauge {...icon} />,
  METER_JUMP: <IconTrendingUp {...icon} />,
  CONFIG_NOT_APPLIED: <IconSettingsExclamation {...icon} />,
  REGISTER_DRIFT: <IconAdjustments {...icon} />,
  SELF_START_ENABLED: <IconPlayerPlay {...icon} />,
  BEHAVES_DIFFERENTLY: <IconChartDots {...icon} />,
  SITE_OUTAGE: <IconCloudOff {...icon} />,
  DELIVERY_FAILED: <IconMailX {...icon} />,
};

const severityTone: Record<EventSeverity, Tone> = { alarm: 'stop', warning: 'wait', info: 'off' };

interface Props {
  code: AlertCode;
  severity: EventSeverity;
  /** In the head of a page. */
  isLarge?: boolean;
  /** A tick in place of the kind. */
  isOver?: boolean;
}

/** The kind of the alert as an icon, in the tone of its severity. */
export const AlertIcon = ({ code, severity, isLarge, isOver }: Props) => (
  <span
    className="grid place-items-center flex-none size-9.5 rounded-md bg-tone-soft text-tone-ink data-large:size-13 data-large:rounded-lg data-large:[&_svg]:size-6.5"
    data-tone={severityTone[severity]}
    data-large={isLarge}
    aria-hidden="true"
  >
    {isOver ? <IconCheck {...icon} /> : icons[code]}
  </span>
);
