import { IconLoader2, IconWifi, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useDevice } from '../../../device/use-device.ts';
import { titleClass } from '../../../ui/heading.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { KnownDevice } from './use-devices.ts';

/** R4.5: whether the board is connected; unknown while the server does not answer. */
function ConnectionPill({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device.connection');
  const isOnline = useDevice(deviceId, ({ link, isOnline }) =>
    link === 'live' || link === 'polling' ? isOnline : undefined,
  );
  if (isOnline === undefined) {
    return (
      <StatePill tone="off" icon={<IconLoader2 aria-hidden="true" />}>
        {t('connecting')}
      </StatePill>
    );
  }
  return isOnline ? (
    <StatePill tone="run" icon={<IconWifi aria-hidden="true" />}>
      {t('connected')}
    </StatePill>
  ) : (
    <StatePill tone="off" icon={<IconWifiOff aria-hidden="true" />}>
      {t('offline')}
    </StatePill>
  );
}

interface DeviceHeadProps {
  device: KnownDevice;
  /** 1: head of a page; 2: head of a card, without the firmware. */
  level: 1 | 2;
  action?: ReactNode;
  /** Renders the title with the given heading, e.g. a chooser; the default is the plain name. */
  title?: (heading: (content: ReactNode) => ReactNode) => ReactNode;
  /** Wraps the connection pill. */
  status?: (pill: ReactNode) => ReactNode;
}

/** Name and connection of a device, then ID, type and firmware as far as known. */
export function DeviceHead({ device, level, action, title, status = (pill) => pill }: DeviceHeadProps) {
  const t = useTranslations('device');
  const Heading = `h${level}` as const;
  const heading = (content: ReactNode) => (
    <Heading
      className={
        level === 1 ? titleClass : 'min-w-0 wrap-anywhere text-xl font-bold tracking-tight leading-[1.15]'
      }
    >
      {content}
    </Heading>
  );
  const firmware = level === 1 && device.version ? t('firmware', { version: device.version }) : null;
  const idIfNamed = device.name === device.id ? null : device.id;
  const meta = [idIfNamed, device.converter.fcType, firmware].filter((part) => part !== null);
  const facts = (
    <ul className="flex-1 flex flex-wrap text-dim text-md [--dot:calc(1.5rem_+_3px)] gap-y-0.5 ml-[calc(-1_*_var(--dot))] [clip-path:inset(0_0_0_var(--dot))]">
      {meta.map((part) => (
        <li
          className="before:inline-block before:rounded-full before:align-middle before:size-1 before:mx-3 before:my-0 before:bg-faint"
          key={part}
        >
          {part}
        </li>
      ))}
    </ul>
  );
  return (
    <div
      className="relative min-w-0 data-[level=1]:grid data-[level=1]:gap-y-1 data-[level=1]:gap-x-3 data-[level=1]:items-center data-[level=1]:grid-cols-[minmax(0,1fr)_auto]"
      data-level={level}
    >
      <div className="flex items-center flex-wrap gap-y-1 gap-x-3 max-sm:[&>:is(h1,_h2)]:line-clamp-2">
        {title ? title(heading) : heading(device.name)}
        {status(<ConnectionPill deviceId={device.id} />)}
      </div>
      {/* A card has its actions in the second line, a page beside both lines. */}
      {level === 2 ? (
        <div className="flex items-center flex-wrap gap-y-1 gap-x-3 mt-1.5 max-sm:[&>:is(h1,_h2)]:line-clamp-2">
          {facts}
          {action}
        </div>
      ) : (
        <>
          {facts}
          <div className="flex items-center gap-2.5 [grid-area:1/2/3]">{action}</div>
        </>
      )}
    </div>
  );
}
