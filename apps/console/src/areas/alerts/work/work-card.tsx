import type { Alert } from '@manoboard/contract/alert/alert';
import { IconClock, IconCloudOff, IconHandGrab, IconLock, IconNote } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink } from '../../../device/links.tsx';
import { useLockOutText } from '../../../device/lock-out.ts';
import { useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { useAlertTexts } from '../one/alert-facts.ts';
import { AlertIcon } from '../one/alert-style.tsx';
import { Contacts } from '../one/contacts.tsx';
import type { WorkEntry } from './use-work-list.ts';

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
  if (alert?.resolved)
    return (
      <p className="flex items-center flex-wrap text-md gap-y-0.5 gap-x-2.5">
        {t('alerts.dialog.resolvedNow')}
      </p>
    );
  if (!assignee)
    return (
      <Button
        className="max-sm:grow max-sm:basis-full"
        disabled={actions.isSending}
        icon={<IconHandGrab {...icon} />}
        aria-label={t('work.takeOf', { what, name })}
        onClick={() => actions.onTake(entry)}
      >
        {t('work.take')}
      </Button>
    );
  const isMine = assignee.user_id === actions.userId;
  return (
    <p className="flex items-center flex-wrap text-md gap-y-0.5 gap-x-2.5" data-mine={isMine || undefined}>
      <strong>{isMine ? t('work.mine') : assignee.name}</strong>
      <small className="text-dim">
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
  if (entry.kind === 'alert') return <p className="text-md wrap-anywhere">{describe(entry.alert)}</p>;
  return (
    <>
      {entry.lockOut && (
        <p className="text-md wrap-anywhere">
          <strong>{lockOutText(entry.lockOut)}</strong>
        </p>
      )}
      <p className="text-md wrap-anywhere">{t(`why.${entry.kind}`)}</p>
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
    <li
      className={`group/card grid gap-y-0 gap-x-4 grid-cols-[auto_minmax(0,1fr)] [background:linear-gradient(to_right,var(--wait)_4px,transparent_4px)_border-box_no-repeat_var(--card)] data-[group=now]:[background:linear-gradient(to_right,var(--stop)_4px,transparent_4px)_border-box_no-repeat_var(--card)] ${cardClass}`}
      data-group={entry.group}
    >
      {entry.kind === 'alert' ? (
        <AlertIcon {...entry.alert} />
      ) : (
        <span
          className="grid place-items-center flex-none size-8 rounded-md bg-inset text-dim data-large:size-13 data-large:rounded-lg data-large:[&_svg]:size-6.5"
          aria-hidden="true"
        >
          {kindIcons[entry.kind]}
        </span>
      )}
      <div className="grid gap-2 min-w-0">
        <div className="flex items-baseline flex-wrap gap-y-0.5 gap-x-2.5 [&_a]:underline-offset-[0.2em]">
          <h3 className="text-lg font-semibold">
            {alert ? <AlertLink alertId={alert.id}>{what}</AlertLink> : what}
          </h3>
          {deviceId ? (
            <DeviceLink className="underline text-dim text-md" deviceId={deviceId}>
              {name}
            </DeviceLink>
          ) : (
            name
          )}
          {sinceS !== null && (
            <span className="inline-flex items-center gap-1 text-md font-medium text-dim ml-auto max-sm:grow max-sm:basis-full max-sm:ml-0 group-data-[group=now]/card:text-stop-ink">
              <IconClock size={15} stroke={1.8} aria-hidden /> <Age sinceS={sinceS} />
            </span>
          )}
        </div>
        <Reason entry={entry} />
        {alert?.notes && (
          <p className="text-md wrap-anywhere flex gap-2 text-dim whitespace-pre-line">
            <IconNote className="flex-none mt-0.5" size={16} stroke={1.7} aria-hidden /> {alert.notes}
          </p>
        )}
        <Contacts address={entry.address} owner={entry.owner} />
        <div className="flex items-center flex-wrap gap-2 mt-1">
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
              <DeviceLink
                deviceId={deviceId}
                tool="config"
                view="pump"
                className="underline text-sm text-dim py-2"
              >
                {t('work.pumpCard')}
              </DeviceLink>
              <DeviceLink
                deviceId={deviceId}
                tool="commissioning"
                className="underline text-sm text-dim py-2"
              >
                {t('work.commissioning')}
              </DeviceLink>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
