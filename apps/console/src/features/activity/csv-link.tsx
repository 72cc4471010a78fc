import type { ActivityKind } from '@manoboard/contract/nouns/activity';
import { useTranslations } from 'use-intl';
import { DownloadLink } from '../../lib/download-link.tsx';
import { csvHref } from './api.ts';

interface Props {
  deviceId: string;
  kinds?: readonly ActivityKind[] | undefined;
  className: string | undefined;
}

export function CsvLink({ deviceId, kinds, className }: Props) {
  const t = useTranslations('activity');
  return (
    <DownloadLink href={csvHref(deviceId, kinds)} fileName={`${deviceId}-activity.csv`} className={className}>
      {t('csv')}
    </DownloadLink>
  );
}
