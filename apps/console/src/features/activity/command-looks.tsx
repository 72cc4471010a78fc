import type { CommandOp, CommandStatus } from '@manoboard/contract/nouns/command';
import {
  IconAdjustments,
  IconArrowsExchange,
  IconFileText,
  IconLock,
  IconPencil,
  IconPower,
  IconRefresh,
  IconRotate,
  IconShieldCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../ui/tone.ts';

const look = { size: 16, stroke: 1.8 } as const;

export const opIcons: Record<CommandOp, ReactNode> = {
  start_stop: <IconPower {...look} />,
  set_lock: <IconLock {...look} />,
  write: <IconAdjustments {...look} />,
  pressure_control: <IconArrowsExchange {...look} />,
  reset: <IconRotate {...look} />,
  fault_reset: <IconShieldCheck {...look} />,
  reg_read: <IconFileText {...look} />,
  reg_write: <IconPencil {...look} />,
  restart: <IconRefresh {...look} />,
};

/** Under way is amber, confirmed green; whatever came to nothing is red, each with its word. */
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
