import type { Alert } from '@manoboard/contract/alert/alert';
import { Button } from '@mantine/core';
import { IconClock, IconCloudOff, IconHandGrab, IconLock, IconNote } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink } from '../../../device/links.tsx';
import { useLockOutText } from '../../../device/lock-out.ts';
import { useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { cardClass } from '../../../ui/card.tsx';
import { useAlertTexts } from './alert-facts.ts';
import styles from './alert-style.module.css';
import { AlertIcon } from './alert-style.tsx';
import { Contacts } from './contacts.tsx';
import type { WorkEntry } from './use-work-list.ts';
import classes from './work-list.module.css';

export interface CardActions {
  userId: number;
  isSending: boolean;
  onTake: (entry: WorkEntry) => void;
  onRelease: (entry: WorkEntry) => void;
  onNote: (alert: Alert) => void;
  onResolve: (alert: Alert) => void;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

function Age({ sinceS }: { sinceS: number }) {
  const ageText = useAgeText();
  return useClock((nowS) => ageText(Math.max(0, nowS - sinceS)));
}

/** Shows the assignee of a taken entry in place of the button. */
function Assigned({ entry, what, ...actions }: CardActions & { entry: WorkEntry; what: string }) {
  const t = useTranslations();
  const { assignee, alert, name } = entry;
  if (alert?.resolved) return <p className={classes.person}>{t('alerts.dialog.resolvedNow')}</p>;
  if (!assignee)
    return (
      <Button
        className={classes.take}
        disabled={actions.isSending}
        leftSection={<IconHandGrab {...icon} />}
        aria-label={t('work.takeOf', { what, name })}
        onClick={() => actions.onTake(entry)}
      >
        {t('work.take')}
      </Button>
    );
  const isMine = assignee.user_id === actions.userId;
  return (
    <p className={classes.person} data-mine={isMine || undefined}>
      <strong>{isMine ? t('work.mine') : assignee.name}</strong>
      <small className="dim">
        <Age sinceS={assignee.since} />
      </small>
      {isMine && (
        <Button
          size="xs"
          variant="default"
          disabled={actions.isSending}
          aria-label={t('work.releaseOf', { what, name })}
          onClick={() => actions.onRelease(entry)}
        >
          {t('work.release')}
        </Button>
      )}
    </p>
  );
}

const kindIcons = { offline: <IconCloudOff {...icon} />, locked_out: <IconLock {...icon} /> };

/** Why the entry needs a person; a lock-out tag with its author, reason and end. */
function Reason({ entry }: { entry: WorkEntry }) {
  const t = useTranslations('work');
  const lockOutText = useLockOutText();
  const { describe } = useAlertTexts();
  if (entry.kind === 'alert') return <p className={classes.why}>{describe(entry.alert)}</p>;
  return (
    <>
      {entry.lockOut && (
        <p className={classes.why}>
          <strong>{lockOutText(entry.lockOut)}</strong>
        </p>
      )}
      <p className={classes.why}>{t(`why.${entry.kind}`)}</p>
    </>
  );
}

/** Work list: reason, place, age, contact and assignee of each open problem. */
export function WorkCard({ entry, ...actions }: CardActions & { entry: WorkEntry }) {
  const t = useTranslations();
  const { name, deviceId, sinceS, alert } = entry;
  const { titleOf } = useAlertTexts();
  const what = entry.kind === 'alert' ? titleOf(entry.alert) : t(`work.device.${entry.kind}`);
  return (
    <li className={`${cardClass} ${classes.card}`} data-group={entry.group}>
      {entry.kind === 'alert' ? (
        <AlertIcon {...entry.alert} />
      ) : (
        <span className={`${styles.icon} ${classes.plain}`} aria-hidden="true">
          {kindIcons[entry.kind]}
        </span>
      )}
      <div className="stack gap-3 shrink">
        <div className={classes.line}>
          <h3 className="flush text-lg bold">
            {alert ? <AlertLink alertId={alert.id}>{what}</AlertLink> : what}
          </h3>
          {deviceId ? <DeviceLink deviceId={deviceId}>{name}</DeviceLink> : name}
          {sinceS !== null && (
            <span className={classes.since}>
              <IconClock size={15} stroke={1.8} aria-hidden /> <Age sinceS={sinceS} />
            </span>
          )}
        </div>
        <Reason entry={entry} />
        {alert?.notes && (
          <p className={classes.note}>
            <IconNote size={16} stroke={1.7} aria-hidden /> {alert.notes}
          </p>
        )}
        <Contacts address={entry.address} owner={entry.owner} />
        <div className={classes.actions}>
          <Assigned entry={entry} what={what} {...actions} />
          {alert && !alert.resolved && (
            <>
              <Button size="xs" variant="default" onClick={() => actions.onNote(alert)}>
                {t('work.note')}
              </Button>
              <Button size="xs" variant="default" onClick={() => actions.onResolve(alert)}>
                {t('alerts.resolve')}
              </Button>
            </>
          )}
          {deviceId && (
            <>
              <DeviceLink deviceId={deviceId} tool="config" view="pump" className="pad-3-0 dim text-sm">
                {t('work.pumpCard')}
              </DeviceLink>
              <DeviceLink deviceId={deviceId} tool="commissioning" className="pad-3-0 dim text-sm">
                {t('work.commissioning')}
              </DeviceLink>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
