import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { HopPill } from '../../areas/pump/device-status/hop-pill.tsx';
import { StatusPanel } from '../../areas/pump/device-status/status-panel.tsx';
import { Dropdown } from '../../ui/dropdown.tsx';

/** R4.5: the connection state; opens the status panel. */
export function DeviceStatus({ deviceId, pill }: { deviceId: string; pill: ReactNode }) {
  const t = useTranslations('deviceTools');
  const opener = (
    <button
      type="button"
      className="rounded-4xl cursor-pointer pointer-coarse:relative pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-2 pointer-coarse:hover:ring-2 hover:ring-line-strong aria-expanded:ring-2 aria-expanded:ring-line-strong"
    >
      <HopPill deviceId={deviceId} pill={pill} />
      <span className="sr-only">, {t('status')}</span>
    </button>
  );
  return (
    <Dropdown opener={opener} width="22rem" align="start">
      {() => <StatusPanel deviceId={deviceId} />}
    </Dropdown>
  );
}
