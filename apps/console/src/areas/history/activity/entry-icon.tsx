import type { ActivityEntry } from '@manoboard/contract/activity/activity';
import type { ChangeKind } from '@manoboard/contract/activity/device-change';
import {
  IconAlertTriangle,
  IconDownload,
  IconKey,
  IconLock,
  IconPencil,
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
};

export const kindIcons = {
  ...changeIcons,
  command: opIcons.start_stop,
  event: <IconAlertTriangle {...iconProps} />,
};

export const entryIcon = (entry: ActivityEntry): ReactNode =>
  entry.kind === 'command' ? opIcons[entry.command.op] : kindIcons[entry.kind];
