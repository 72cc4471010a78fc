import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { isNotOffered, useLoadHint } from '../../../lib/http/use-problem-text.ts';
import { Card } from '../../../ui/card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { ActivityRow } from './activity-row.tsx';
import { CsvLink } from './csv-link.tsx';
import { entryKey } from './merge-command.ts';
import { useActivity } from './use-activity.ts';

interface Props {
  deviceId: string;
  /** Renders the link to the timeline. */
  link: (text: string, className: string | undefined) => ReactNode;
}

/** R5.6: the latest commands with their outcome, changes and board events. */
export function ActivityCard({ deviceId, link }: Props) {
  const t = useTranslations();
  const headingId = useId();
  const activity = useActivity(deviceId);
  const loadHint = useLoadHint();
  return (
    <Card className="flex flex-col" aria-labelledby={headingId}>
      <div className="flex items-center flex-wrap gap-y-1 gap-x-4 mb-3">
        <h2 className="mr-auto text-lg font-semibold tracking-tight" id={headingId}>
          {t('activity.title')}
        </h2>
        {link(
          t('activity.all'),
          'inline-flex items-center gap-1 py-1 text-md cursor-pointer font-semibold text-link pointer-coarse:-my-2 pointer-coarse:py-3 hover:underline',
        )}
        <CsvLink
          isPlain
          className="py-1 font-semibold pointer-coarse:-my-2 pointer-coarse:py-3 hover:underline"
          deviceId={deviceId}
        />
      </div>
      <div className="flex-1 min-h-0">
        <ul>
          {activity.entries.map((entry) => (
            <ActivityRow key={entryKey(entry)} entry={entry} />
          ))}
        </ul>
        {activity.entries.length === 0 && (
          <p className="text-md text-dim pt-2 pb-4" role="status">
            {activity.state === 'loading' && t('app.loading')}
            {activity.state === 'failed' && `${t('activity.failed')} ${loadHint(activity.error)}`}
            {activity.state === 'ready' && t('activity.empty')}
          </p>
        )}
        {activity.state === 'failed' && !isNotOffered(activity.error) && (
          <TextButton onClick={activity.retry}>{t('common.retry')}</TextButton>
        )}
      </div>
    </Card>
  );
}
