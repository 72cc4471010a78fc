import type { EnergySettings } from '@manoboard/contract/history/energy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { toast } from '../../../lib/page/toast.ts';
import { Card } from '../../../ui/card.tsx';
import classes from './energy.module.css';
import { saveSettings } from './energy-query.ts';

interface Props {
  deviceId: string;
  settings: EnergySettings;
  zone: string;
}

/** The monthly report by e-mail: off until the user turns it on. */
export function ReportCard({ deviceId, settings, zone }: Props) {
  const t = useTranslations('energy.report');
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (has_report: boolean) => saveSettings(deviceId, { ...settings, zone, has_report }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['energy', deviceId] }),
    onError: () => void toast(t('failed'), { kind: 'warning' }),
  });
  return (
    <Card aria-labelledby="energy-report">
      <h3 id="energy-report">{t('title')}</h3>
      <label className={classes.check}>
        <input
          type="checkbox"
          checked={isPending ? variables : settings.has_report}
          aria-disabled={isPending}
          onChange={({ currentTarget }) => !isPending && mutate(currentTarget.checked)}
        />
        {t('subscribe')}
      </label>
      <p className={classes.quiet}>{t('hint')}</p>
    </Card>
  );
}
