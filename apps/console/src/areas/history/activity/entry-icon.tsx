import type { ActivityEntry } from '@manoboard/contract/activity/activity';
import type { ChangeKind } from '@manoboard/contract/activity/device-change';
import {
  IconAlertTriangle,
  IconCalendarUser,
  IconCircleCheck,
  IconDownload,
  IconKey,
  IconLock,
  IconPencil,
  IconPlayerPlay,
  IconSettings,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { opIcons } from './command-style.tsx';

const iconProps = { size: 16, stroke: 1.8 } as const;

const changeIcons: Record<ChangeKind, ReactNode> = {
  config: <IconSettings {...iconProps} />,
  firmware: <IconDownload {...iconProps} />,
  access: <IconKey {...iconProps} />,
  owner: <IconUser {...iconProps} />,
  name: <IconPencil {...iconProps} />,
  role: <IconUserShield {...iconProps} />,
  lock_out: <IconLock {...iconProps} />,
  alert: <IconCircleCheck {...iconProps} />,
  visit: <IconCalendarUser {...iconProps} />,
};

export const kindIcons = {
  ...changeIcons,
  command: opIcons.start_stop,
  event: <IconAlertTriangle {...iconProps} />,
};

export const startIcon = <IconPlayerPlay {...iconProps} />;

export function entryIcon(entry: ActivityEntry): ReactNode {
  if (entry.kind === 'command') return opIcons[entry.command.op];
  return entry.kind === 'event' && entry.event.code === 'STARTED' ? startIcon : kindIcons[entry.kind];
}
