import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import statusClasses from '../../features/device-status/status-popover.module.css';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { Dropdown } from '../../ui/dropdown.tsx';

const StatusPanel = lazy(async () => ({
  default: (await import('../../features/device-status/status-panel.tsx')).StatusPanel,
}));

/** R4.5: the word of the connection opens what stands behind it. */
export function DeviceStatus({ deviceId, pill }: { deviceId: string; pill: ReactNode }) {
  const t = useTranslations('deviceTools');
  const opener = (
    <>
      {pill}
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
