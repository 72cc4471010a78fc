import { type ReactNode, useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import statusClasses from '../../features/device-status/status-popover.module.css';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { preloadToolTexts, ToolTexts } from '../../lib/tool-texts.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { Dropdown } from '../../ui/dropdown.tsx';

const StatusPanel = lazyComponent(
  async () => (await import('../../features/device-status/status-panel.tsx')).StatusPanel,
);

/** What is broken behind a connection that stands comes when the page stands. */
const HopPill = lazyComponent(async () => {
  await whenIdle();
  return (await import('../../features/device-status/hop-pill.tsx')).HopPill;
});

/** Who has lost the network cannot load the words that say so: they are here before. */
function usePreloadStatus() {
  const locale = useLocale();
  useEffect(() => {
    void whenIdle().then(() => {
      preloadToolTexts(locale);
      StatusPanel.preload();
    });
  }, [locale]);
}

/** R4.5: the word of the connection opens what stands behind it. */
export function DeviceStatus({ deviceId, pill }: { deviceId: string; pill: ReactNode }) {
  const t = useTranslations('deviceTools');
  usePreloadStatus();
  const opener = (
    <>
      <HopPill deviceId={deviceId} pill={pill} waiting={pill} missing={pill} />
      <span className="vh">, {t('status')}</span>
    </>
  );
  const waiting = <p role="status">{t('loading')}</p>;
  return (
    <Dropdown opener={opener} openerClass={statusClasses.opener} width="22rem" align="start">
      {() => (
        <ToolTexts waiting={waiting}>
          <StatusPanel deviceId={deviceId} waiting={waiting} />
        </ToolTexts>
      )}
    </Dropdown>
  );
}
