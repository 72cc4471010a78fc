import type { EnergySettings } from '@manoboard/contract/history/energy';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/http/use-action.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Card } from '../../../ui/card.tsx';
import { quietClass } from './energy-classes.ts';
import { energyKey, saveSettings } from './energy-query.ts';

interface Props {
  deviceId: string;
  settings: EnergySettings;
  zone: string;
}

/** The monthly report by e-mail: off until the user turns it on. */
export function ReportCard({ deviceId, settings, zone }: Props) {
  const t = useTranslations('energy.report');
  const queryClient = useQueryClient();
  const { run, isSending, input } = useAction({
    send: (has_report: boolean) => saveSettings(deviceId, { ...settings, zone, has_report }),
    onDone: () => queryClient.invalidateQueries({ queryKey: energyKey(deviceId) }),
    onFailed: () => toast(t('failed'), { kind: 'warning' }),
  });
  return (
    <Card aria-labelledby="energy-report">
      <h3 id="energy-report">{t('title')}</h3>
      <label className="flex items-center gap-2.5 text-md min-h-11 [&_input]:size-5 [&_input]:accent-accent">
        <input
          type="checkbox"
          checked={(isSending ? input : undefined) ?? settings.has_report}
          aria-disabled={isSending}
          onChange={({ currentTarget }) => void run(currentTarget.checked)}
        />
        {t('subscribe')}
      </label>
      <p className={quietClass}>{t('hint')}</p>
    </Card>
  );
}
