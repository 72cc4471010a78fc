import type { AlertReceivers } from '@manoboard/contract/alert/alert-delivery';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { devicesQuery } from '../../../device/queries.ts';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { receiversQuery } from './api.ts';
import { ReceiverLadder } from './receiver-ladder.tsx';
import { ReceiverTable } from './receiver-table.tsx';

interface Props {
  /** Gives a person access to a device, and thereby its alerts. */
  addReceiver: (deviceId: string) => ReactNode;
}

/** Who gets the alerts of a pump of the user, by which channels and when, and what would happen today. */
export function Receivers({ addReceiver }: Props) {
  const t = useTranslations('notifications.receivers');
  const { data: devices } = useQuery(devicesQuery);
  const [chosen, setChosen] = useState<string>();
  const nameOf = (device: { alias: string | null; id_dev: string }) => device.alias?.trim() || device.id_dev;
  const deviceId = chosen ?? devices?.[0]?.id_dev;
  if (!devices) return null;
  if (deviceId === undefined)
    return (
      <Card aria-labelledby="receivers-title">
        <SectionHead id="receivers-title" title={t('ladder')} />
        <Notice title={t('none')} text={t('noneHint')} />
      </Card>
    );
  return (
    <DeviceReceivers
      key={deviceId}
      deviceId={deviceId}
      device={nameOf(devices.find(({ id_dev }) => id_dev === deviceId) ?? { alias: null, id_dev: deviceId })}
      chooser={
        devices.length > 1 && (
          <SelectField
            label={t('device')}
            value={deviceId}
            options={devices.map((device) => ({ value: device.id_dev, label: nameOf(device) }))}
            onChange={setChosen}
            className="flex-[0_1_22rem]"
          />
        )
      }
      addReceiver={addReceiver}
    />
  );
}

interface DeviceProps extends Props {
  deviceId: string;
  device: string;
  chooser: ReactNode;
}

function DeviceReceivers({ deviceId, device, chooser, addReceiver }: DeviceProps) {
  const t = useTranslations('notifications.receivers');
  const receivers = useQuery({ ...receiversQuery(deviceId), refetchOnWindowFocus: true });
  return (
    <QueryPanel
      id="receivers-title"
      title={t('ladder')}
      hint={chooser ? undefined : device}
      query={receivers}
      action={
        <div className="flex items-center flex-wrap justify-between gap-2.5">
          {chooser}
          {addReceiver(deviceId)}
        </div>
      }
    >
      {(data: AlertReceivers) => (
        <>
          <ReceiverLadder receivers={data} />
          <div className="flex items-center flex-wrap justify-end gap-y-2 gap-x-4 mt-2 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-9 [&_a]:text-link [&_a]:text-md [&_a]:font-medium pointer-coarse:[&_a]:min-h-11 [&_a:hover]:underline">
            <DeviceLink deviceId={deviceId} tool="rules">
              {t('change')}
            </DeviceLink>
          </div>
          <details className="mt-2 border-t border-line pt-2">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-md font-medium">
              {t('title')}
              <IconChevronDown size={18} stroke={1.7} aria-hidden className="flex-none text-dim" />
            </summary>
            <ReceiverTable receivers={data} />
          </details>
        </>
      )}
    </QueryPanel>
  );
}
