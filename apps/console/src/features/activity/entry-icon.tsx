import type { ActivityEntry } from '@manoboard/contract/nouns/activity';
import type { ChangeKind } from '@manoboard/contract/nouns/device-change';
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
import { opIcons } from './command-looks.tsx';

const look = { size: 16, stroke: 1.8 } as const;

const changeIcons: Record<ChangeKind, ReactNode> = {
  config: <IconSettings {...look} />,
  firmware: <IconDownload {...look} />,
  access: <IconKey {...look} />,
  owner: <IconUser {...look} />,
  name: <IconPencil {...look} />,
  role: <IconUserShield {...look} />,
  lock_out: <IconLock {...look} />,
};

export const kindIcons = {
  ...changeIcons,
  command: opIcons.start_stop,
  event: <IconAlertTriangle {...look} />,
};

export const iconOf = (entry: ActivityEntry): ReactNode =>
  entry.kind === 'command' ? opIcons[entry.command.op] : kindIcons[entry.kind];
