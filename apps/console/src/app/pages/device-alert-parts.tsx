import type { ReactNode } from 'react';
import { DeviceAlertCount, DeviceAlertNotice, DeviceAlerts } from '../../areas/alerts/list/device-alerts.tsx';
import { AlertTexts, WorkTexts } from './alert-texts.ts';

/** Open alerts above the values of a device. */
export const OpenAlerts = ({ deviceId }: { deviceId: string }) => (
  <AlertTexts missing={null}>
    <DeviceAlertNotice deviceId={deviceId} />
  </AlertTexts>
);

/** The number of open alerts in the tab of a device. */
export const OpenAlertCount = ({ deviceId }: { deviceId: string }) => (
  <AlertTexts missing={null}>
    <DeviceAlertCount deviceId={deviceId} />
  </AlertTexts>
);

interface AlertsToolProps {
  deviceId: string;
  waiting?: ReactNode;
}

/** The tab with the alerts of a device. */
export const AlertsTool = ({ deviceId, waiting }: AlertsToolProps) => (
  <WorkTexts waiting={waiting}>
    <DeviceAlerts deviceId={deviceId} />
  </WorkTexts>
);
