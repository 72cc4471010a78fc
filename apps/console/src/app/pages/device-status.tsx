import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { Dropdown } from '../../ui/dropdown.tsx';

const StatusPanel = lazyComponent(
  async () => (await import('../../areas/pump/device-status/status-panel.tsx')).StatusPanel,
);

/** Shows a fault behind a working connection; loads after the first paint. */
const HopPill = lazyComponent(async () => {
  await whenIdle();
  return (await import('../../areas/pump/device-status/hop-pill.tsx')).HopPill;
});

/** R4.5: the connection state; opens the status panel. */
export function DeviceStatus({ deviceId, pill }: { deviceId: string; pill: ReactNode }) {
  const t = useTranslations('deviceTools');
  // The panel must explain a lost network without a network.
  useEffect(() => void whenIdle().then(StatusPanel.preload), []);
  const opener = (
    <button
      type="button"
      className="rounded-4xl cursor-pointer pointer-coarse:relative pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-2 pointer-coarse:hover:ring-2 hover:ring-line-strong aria-expanded:ring-2 aria-expanded:ring-line-strong"
    >
      <HopPill deviceId={deviceId} pill={pill} waiting={pill} missing={pill} />
      <span className="sr-only">, {t('status')}</span>
    </button>
  );
  return (
    <Dropdown opener={opener} width="22rem" align="start">
      {() => <StatusPanel deviceId={deviceId} waiting={<p role="status">{t('loading')}</p>} />}
    </Dropdown>
  );
}
