import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import statusClasses from '../../features/device-status/status-popover.module.css';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { Dropdown } from '../../ui/dropdown.tsx';

const StatusPanel = lazy(async () => ({
  default: (await import('../../features/device-status/status-panel.tsx')).StatusPanel,
}));

/** What is broken behind a connection that stands comes when the page stands. */
const HopPill = lazy(async () => {
  await whenIdle();
  return { default: (await import('../../features/device-status/hop-pill.tsx')).HopPill };
});

/** R4.5: the word of the connection opens what stands behind it. */
export function DeviceStatus({ deviceId, pill }: { deviceId: string; pill: ReactNode }) {
  const t = useTranslations('deviceTools');
  const opener = (
    <>
      <Suspense fallback={pill}>
        <HopPill deviceId={deviceId} pill={pill} />
      </Suspense>
      <span className="vh">, {t('status')}</span>
    </>
  );
  return (
    <Dropdown opener={opener} openerClass={statusClasses.opener} width="22rem" align="start">
      {() => (
        <Suspense fallback={<p role="status">{t('loading')}</p>}>
          <ToolTexts>
            <StatusPanel deviceId={deviceId} />
          </ToolTexts>
        </Suspense>
      )}
    </Dropdown>
  );
}
