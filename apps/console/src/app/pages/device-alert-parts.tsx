import type { ReactNode } from 'react';
import {
  DeviceAlertCount,
  DeviceAlertNotice,
  DeviceAlerts,
} from '../../areas/alerts/alerts/device-alerts.tsx';
import { AlertTargetLink, AlertTexts, WorkTexts } from './alert-parts.tsx';

/** Open alerts above the values of a device. */
export const OpenAlerts = ({ deviceId }: { deviceId: string }) => (
  <AlertTexts missing={null}>
    <DeviceAlertNotice deviceId={deviceId} Link={AlertTargetLink} />
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
  rules: (text: string, className: string | undefined) => ReactNode;
  waiting?: ReactNode;
}

/** The tab with the alerts of a device. */
export const AlertsTool = ({ deviceId, rules, waiting }: AlertsToolProps) => (
  <WorkTexts waiting={waiting}>
    <DeviceAlerts deviceId={deviceId} Link={AlertTargetLink} rules={rules} />
  </WorkTexts>
);
