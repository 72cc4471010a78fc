import type { ActivityKind } from '@manoboard/contract/nouns/activity';
import { IconDownload } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { HttpProblem } from '../../lib/http-problem.ts';
import { toast } from '../../lib/toast.ts';
import { csvHref } from './api.ts';

interface Props {
  deviceId: string;
  kinds?: readonly ActivityKind[] | undefined;
  className: string | undefined;
}

/** The page downloads the file itself, so that it can report a refusal or a truncated file. */
export function CsvLink({ deviceId, kinds, className }: Props) {
  const t = useTranslations();
  const [isLoading, setLoading] = useState(false);
  const href = csvHref(deviceId, kinds);
  async function load() {
    setLoading(true);
    try {
      const { download } = await import('../../lib/download.ts');
      await download(href, `${deviceId}-activity.csv`);
    } catch (error) {
      const code = error instanceof HttpProblem ? error.code : 'UNKNOWN';
      void toast(t(`problem.${code}`), { kind: 'warning' });
    }
    setLoading(false);
  }
  const onClick = (event: MouseEvent) => {
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isForNewTab) return;
    event.preventDefault();
    if (!isLoading) void load();
  };
  return (
    <a className={className} href={href} download onClick={onClick} aria-busy={isLoading || undefined}>
      <IconDownload size={16} stroke={1.8} aria-hidden />
      {t('activity.csv')}
    </a>
  );
}
