import type { LockOut } from '@manoboard/contract/command/lock-out';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceNameProvider, useDeviceName } from '../../../../device/device-name.tsx';
import type { PumpStatus } from '../../../../device/device-view.ts';
import { EndField } from '../../../../device/end-field.tsx';
import { FaultName } from '../../../../device/fault-name.tsx';
import { FaultText } from '../../../../device/fault-text.tsx';
import { AlertLink, AlertListLink, DeviceLink, GraphLink, TimelineLink } from '../../../../device/links.tsx';
import { LockOutMark } from '../../../../device/lock-out-mark.tsx';
import { LockOutNotice } from '../../../../device/lock-out-notice.tsx';
import { PumpPill, pumpStatusStyles } from '../../../../device/pump-status.tsx';
import { StopReason, StopText } from '../../../../device/stop-reason.tsx';
import { areaTexts } from '../../../../lib/texts/area-texts.tsx';
import { serverNowS } from '../../../../lib/time/clock.ts';
import { type GalleryEntry, SAMPLE_DEVICE } from '../gallery-entry.ts';

const AccessTexts = areaTexts('access');

const STATUSES = Object.keys(pumpStatusStyles) as PumpStatus[];

const TAG: LockOut = {
  id: 1,
  reason: 'výmena spätného ventilu',
  by: { user_id: 7, name: 'Jana Kováčová' },
  since: 1_800_000_000,
  until: null,
};
const lasting = (): LockOut => ({ ...TAG, until: serverNowS() + 7200 });

const GD10 = { fcType: 'GD10' };
const reason = { converter: GD10, fault: null, stoppedBy: null };
/** No device has it. */
const UNKNOWN_ID = 'MNB-SAMPLE';
const FAULT = { converter: GD10, code: 4 };

const NameSample = () => useDeviceName(SAMPLE_DEVICE.id);

interface EndProps {
  day: string;
  hasError?: boolean;
}

/** Its texts are those of the device tools. */
const EndSample = (props: EndProps) => (
  <AccessTexts>
    <EndInput {...props} />
  </AccessTexts>
);

function EndInput({ day, hasError = false }: EndProps) {
  const t = useTranslations();
  const ref = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(day);
  return (
    <EndField
      ref={ref}
      label={t('deviceAccess.delegate.end')}
      description={t('deviceAccess.delegate.endHint')}
      error={hasError && t('validation.day_format')}
      value={value}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
    />
  );
}

const { id: deviceId, name } = SAMPLE_DEVICE;
const AT_S = 1_800_000_000;
const link = (component: string, code: string, shown: ReactNode): GalleryEntry => ({
  name: component,
  path: 'device/links.tsx',
  states: [{ code, render: () => shown }],
});

export const deviceEntries: readonly GalleryEntry[] = [
  link('DeviceLink', 'deviceId', <DeviceLink deviceId={deviceId}>{name}</DeviceLink>),
  link(
    'TimelineLink',
    'deviceId atS',
    <TimelineLink deviceId={deviceId} atS={AT_S}>
      {name}
    </TimelineLink>,
  ),
  link(
    'GraphLink',
    'deviceId fromS toS',
    <GraphLink deviceId={deviceId} fromS={AT_S - 3600} toS={AT_S}>
      {name}
    </GraphLink>,
  ),
  link('AlertLink', 'alertId', <AlertLink alertId={1}>{name}</AlertLink>),
  link('AlertListLink', 'children', <AlertListLink>{name}</AlertListLink>),
  {
    name: 'PumpPill',
    path: 'device/pump-status.tsx',
    states: STATUSES.map((status) => ({
      code: `status="${status}"`,
      render: () => <PumpPill status={status} />,
    })),
  },
  {
    name: 'StopText',
    path: 'device/stop-reason.tsx',
    states: [
      { code: 'status="fault"', render: () => <StopText {...reason} status="fault" fault={4} /> },
      {
        code: 'status="stopped"',
        render: () => <StopText {...reason} status="stopped" stoppedBy="DRY_RUN" />,
      },
      { code: 'status="running"', render: () => <StopText {...reason} status="running" /> },
      {
        code: 'status="running" alert={{ sk, gb }}',
        render: () => <StopText {...reason} status="running" alert={{ sk: 'Únik vody', gb: 'Water leak' }} />,
      },
    ],
  },
  {
    name: 'StopReason',
    path: 'device/stop-reason.tsx',
    // Live: a device without values has no reason to show.
    states: [
      {
        code: 'deviceId',
        render: () => <StopReason deviceId={UNKNOWN_ID} converter={GD10} stoppedBy={null} />,
      },
    ],
  },
  {
    name: 'FaultText',
    path: 'device/fault-text.tsx',
    states: [
      {
        code: 'fcType "GD10"',
        render: (t) => <FaultText {...FAULT} fallback={t('pump.faultCode', { code: FAULT.code })} />,
      },
      {
        code: 'fcType null',
        render: (t) => (
          <FaultText
            {...FAULT}
            converter={{ fcType: null }}
            fallback={t('pump.faultCode', { code: FAULT.code })}
          />
        ),
      },
    ],
  },
  {
    name: 'FaultName',
    path: 'device/fault-name.tsx',
    states: [
      {
        code: 'code={4}',
        render: (t) => <FaultName {...FAULT} fallback={t('pump.faultCode', { code: FAULT.code })} />,
      },
    ],
  },
  {
    name: 'LockOutMark',
    path: 'device/lock-out-mark.tsx',
    states: [
      { code: 'until={null}', render: () => <LockOutMark tag={TAG} /> },
      { code: 'until', render: () => <LockOutMark tag={lasting()} /> },
      { code: 'tag={null}', render: () => <LockOutMark tag={null} /> },
    ],
  },
  {
    name: 'LockOutNotice',
    path: 'device/lock-out-notice.tsx',
    states: [
      { code: 'until={null}', render: () => <LockOutNotice tag={TAG} /> },
      { code: 'until', render: () => <LockOutNotice tag={lasting()} /> },
      { code: 'tag={null}', render: () => <LockOutNotice tag={null} /> },
    ],
  },
  {
    name: 'EndField',
    path: 'device/end-field.tsx',
    states: [
      { code: 'value=""', render: () => <EndSample day="" /> },
      { code: 'error', render: () => <EndSample day="31. 31." hasError /> },
    ],
  },
  {
    name: 'DeviceNameProvider',
    path: 'device/device-name.tsx',
    states: [
      {
        code: 'name',
        render: () => (
          <DeviceNameProvider {...SAMPLE_DEVICE}>
            <NameSample />
          </DeviceNameProvider>
        ),
      },
      { code: '–', render: () => <NameSample /> },
    ],
  },
];
