import type { CommandOp, CommandStatus } from '@manoboard/contract/command/command';
import {
  IconAdjustments,
  IconArrowsExchange,
  IconFileText,
  IconLock,
  IconPencil,
  IconPlayerStop,
  IconPower,
  IconRefresh,
  IconRotate,
  IconShieldCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../../ui/tone.ts';

const iconProps = { size: 16, stroke: 1.8 } as const;

export const opIcons: Record<CommandOp, ReactNode> = {
  start_stop: <IconPower {...iconProps} />,
  set_lock: <IconLock {...iconProps} />,
  write: <IconAdjustments {...iconProps} />,
  pressure_control: <IconArrowsExchange {...iconProps} />,
  reset: <IconRotate {...iconProps} />,
  fault_reset: <IconShieldCheck {...iconProps} />,
  end_retries: <IconPlayerStop {...iconProps} />,
  reg_read: <IconFileText {...iconProps} />,
  reg_write: <IconPencil {...iconProps} />,
  restart: <IconRefresh {...iconProps} />,
};

/** Pending is amber, confirmed green, not executed red; the row also names the status. */
export const statusTones: Record<CommandStatus, Tone> = {
  created: 'wait',
  published: 'wait',
  accepted: 'wait',
  done: 'run',
  rejected: 'stop',
  failed: 'stop',
  expired: 'stop',
  timeout: 'stop',
};
