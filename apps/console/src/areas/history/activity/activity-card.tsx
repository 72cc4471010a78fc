import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { isNotOffered, useLoadHint } from '../../../lib/http/use-problem-text.ts';
import { Card } from '../../../ui/card.tsx';
import classes from './activity.module.css';
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
    <Card className={classes.card} aria-labelledby={headingId}>
      <div className={classes.head}>
        <h2 className={classes.title} id={headingId}>
          {t('activity.title')}
        </h2>
        {link(t('activity.all'), classes.link)}
        <CsvLink className={classes.link} deviceId={deviceId} />
      </div>
      <div className={classes.body}>
        <ul className="list">
          {activity.entries.map((entry) => (
            <ActivityRow key={entryKey(entry)} entry={entry} />
          ))}
        </ul>
        {activity.entries.length === 0 && (
          <p className={classes.quiet} role="status">
            {activity.state === 'loading' && t('app.loading')}
            {activity.state === 'failed' && `${t('activity.failed')} ${loadHint(activity.error)}`}
            {activity.state === 'ready' && t('activity.empty')}
          </p>
        )}
        {activity.state === 'failed' && !isNotOffered(activity.error) && (
          <button type="button" className={classes.link} onClick={activity.retry}>
            {t('common.retry')}
          </button>
        )}
      </div>
    </Card>
  );
}
