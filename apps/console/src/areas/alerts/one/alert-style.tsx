import type { AlertCode } from '@manoboard/contract/alert/alert';
import { type AlertIconName, alertKinds, kindOfCode } from '@manoboard/contract/alert/kinds';
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

/** By the name in the row of the kind (`alert/kinds.ts` of `contract`). */
const icons: Record<AlertIconName, ReactNode> = {
  adjustments: <IconAdjustments {...icon} />,
  'alert-triangle': <IconAlertTriangle {...icon} />,
  'arrow-bar-down': <IconArrowBarDown {...icon} />,
  'arrows-shuffle': <IconArrowsShuffle {...icon} />,
  'barrier-block': <IconBarrierBlock {...icon} />,
  bolt: <IconBolt {...icon} />,
  'chart-dots': <IconChartDots {...icon} />,
  'clock-question': <IconClockQuestion {...icon} />,
  'cloud-off': <IconCloudOff {...icon} />,
  droplet: <IconDroplet {...icon} />,
  'droplet-off': <IconDropletOff {...icon} />,
  engine: <IconEngine {...icon} />,
  filter: <IconFilter {...icon} />,
  gauge: <IconGauge {...icon} />,
  infinity: <IconInfinity {...icon} />,
  lock: <IconLock {...icon} />,
  'mail-x': <IconMailX {...icon} />,
  messages: <IconMessages {...icon} />,
  moon: <IconMoon {...icon} />,
  'player-play': <IconPlayerPlay {...icon} />,
  'plug-connected-x': <IconPlugConnectedX {...icon} />,
  propeller: <IconPropeller {...icon} />,
  ripple: <IconRipple {...icon} />,
  rotate: <IconRotate {...icon} />,
  'rotate-clockwise': <IconRotateClockwise {...icon} />,
  'settings-exclamation': <IconSettingsExclamation {...icon} />,
  snowflake: <IconSnowflake {...icon} />,
  temperature: <IconTemperature {...icon} />,
  'trending-up': <IconTrendingUp {...icon} />,
  unlink: <IconUnlink {...icon} />,
  'wave-sine': <IconWaveSine {...icon} />,
  wifi1: <IconWifi1 {...icon} />,
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
    {isOver ? <IconCheck {...icon} /> : icons[alertKinds[kindOfCode(code)].icon]}
  </span>
);
