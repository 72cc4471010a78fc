import type { ActivityKind } from '@manoboard/contract/activity/activity';
import { useTranslations } from 'use-intl';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { csvHref } from './api.ts';

interface Props {
  deviceId: string;
  kinds?: readonly ActivityKind[] | undefined;
  isPlain?: boolean;
  className?: string | undefined;
}

export function CsvLink({ deviceId, kinds, ...link }: Props) {
  const t = useTranslations('activity');
  const href = csvHref(deviceId, useDisplayTimeZone(), kinds);
  return (
    <DownloadLink href={href} fileName={`${deviceId}-activity.csv`} {...link}>
      {t('csv')}
    </DownloadLink>
  );
}
