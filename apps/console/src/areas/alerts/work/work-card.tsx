import {
  IconCloudOff,
  IconHandGrab,
  IconKey,
  IconMapPin,
  IconNote,
  IconPhone,
  IconUserExclamation,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AlertLink, DeviceLink } from '../../../device/links.tsx';
import { useLockOutText } from '../../../device/lock-out.ts';
import { placeUrl } from '../../../device/map-link.tsx';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { useHappened } from '../one/alert-facts.ts';
import { AlertIcon } from '../one/alert-style.tsx';
import { useLastingText } from '../one/use-lasting-text.ts';
import { useEntryTexts, useKilometres } from './entry-texts.ts';
import type { WorkEntry } from './use-work-list.ts';

export interface CardActions {
  user: { id: number; name: string };
  isSending: boolean;
  onTake: (entry: WorkEntry) => void;
  onRelease: (entry: WorkEntry) => void;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
const DEVICE_ICONS = {
  offline: <IconCloudOff {...icon} />,
  locked_out: <IconUserExclamation {...icon} />,
};

export const EntryIcon = ({ entry }: { entry: WorkEntry }) =>
  entry.kind === 'alert' ? (
    <AlertIcon {...entry.alert} />
  ) : (
    <span
      className="grid size-9.5 flex-none place-items-center rounded-md bg-inset text-dim"
      aria-hidden="true"
    >
      {DEVICE_ICONS[entry.kind]}
    </span>
  );

/** A button in place of the name of the person who has taken the entry. */
function Assigned({ entry, user, isSending, onTake, onRelease }: CardActions & { entry: WorkEntry }) {
  const t = useTranslations();
  const personName = usePersonName();
  const lastingText = useLastingText();
  const { whatOf } = useEntryTexts();
  const { assignee, name } = entry;
  const since = useClock((nowS) => lastingText(nowS - (assignee?.since ?? nowS)));
  const names = { what: whatOf(entry), name };
  if (!assignee)
    return (
      <Button
        className="grow"
        size="touch"
        variant={entry.group === 'now' ? 'filled' : 'default'}
        disabled={isSending}
        icon={<IconHandGrab {...icon} />}
        aria-label={t('work.takeOf', names)}
        onClick={() => onTake(entry)}
      >
        {t('work.take')}
      </Button>
    );
  const isMine = assignee.user_id === user.id;
  return (
    <p className="flex min-h-11 grow flex-wrap items-center gap-x-2.5 text-md">
      <strong>{isMine ? t('work.mine') : personName(assignee.name)}</strong>
      <small className="text-dim">{since}</small>
      {isMine && (
        <Button
          size="xs"
          variant="default"
          disabled={isSending}
          aria-label={t('work.releaseOf', names)}
          onClick={() => onRelease(entry)}
        >
          {t('work.release')}
        </Button>
      )}
    </p>
  );
}

/** Why the entry needs a person; a lock-out tag with its author, reason and end. */
function Reason({ entry }: { entry: WorkEntry }) {
  const t = useTranslations('work');
  const lockOutText = useLockOutText();
  if (entry.kind === 'alert') return <AlertReason alert={entry.alert} />;
  return (
    <p className="wrap-anywhere">
      {entry.lockOut && <strong className="block font-semibold">{lockOutText(entry.lockOut)}</strong>}
      {t(`why.${entry.kind}`)}
    </p>
  );
}
const AlertReason = ({ alert }: { alert: Parameters<typeof useHappened>[0] }) => (
  <p className="wrap-anywhere">{useHappened(alert)}</p>
);

const contactClass =
  'grid size-11 flex-none place-items-center rounded-field border border-line-strong bg-card text-ink hover:bg-inset';

/** The phone of the owner and the map of the place, as far as they are known. */
export function ContactButtons({
  owner,
  address,
  place,
  userName,
}: Pick<WorkEntry, 'owner' | 'address' | 'place'> & { userName: string }) {
  const t = useTranslations('work');
  const phone = owner?.name === userName ? null : owner?.phone_number;
  const map = placeUrl({ lat: null, lon: null, ...place, address });
  return (
    <>
      {owner && phone && (
        <a
          className={contactClass}
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          aria-label={t('call', { name: owner.name, phone })}
        >
          <IconPhone {...icon} />
        </a>
      )}
      {map && (
        <a
          className={contactClass}
          href={map}
          target="_blank"
          rel="noreferrer"
          aria-label={t('map', { address: address ?? '' })}
        >
          <IconMapPin {...icon} />
        </a>
      )}
    </>
  );
}

/** What, where, why in one sentence, who has the key; call, map, and who takes it. */
export function WorkCard({ entry, ...actions }: CardActions & { entry: WorkEntry }) {
  const t = useTranslations('work');
  const lastingText = useLastingText();
  const { whatOf } = useEntryTexts();
  const kilometres = useKilometres(entry.place);
  const { name, deviceId, sinceS, address, place, alert } = entry;
  const age = useClock((nowS) => (sinceS === null ? '' : lastingText(nowS - sinceS)));
  const what = whatOf(entry);
  return (
    <li className={`grid gap-3 ${cardClass}`} data-group={entry.group}>
      <div className="flex items-start gap-3.5">
        <EntryIcon entry={entry} />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <h3 className="text-lg leading-snug font-semibold">
            {alert ? (
              <AlertLink className="hover:underline" alertId={alert.id}>
                {what}
              </AlertLink>
            ) : (
              what
            )}
          </h3>
          <p className="text-md text-dim">
            {deviceId ? (
              <DeviceLink className="hover:underline" deviceId={deviceId}>
                {name}
              </DeviceLink>
            ) : (
              name
            )}
            {address && <> · {address}</>}
          </p>
        </div>
        <span className="grid flex-none justify-items-end text-md whitespace-nowrap text-dim tabular-nums">
          {kilometres && <strong className="font-semibold text-ink">{kilometres}</strong>}
          {age}
        </span>
      </div>
      <Reason entry={entry} />
      {place?.key_at && (
        <p className="flex gap-2 text-md text-dim">
          <IconKey className="mt-0.5 flex-none" size={17} stroke={1.7} aria-hidden />{' '}
          {t('key', { where: place.key_at })}
        </p>
      )}
      {alert?.notes && (
        <p className="flex gap-2 text-md wrap-anywhere whitespace-pre-line text-dim">
          <IconNote className="mt-0.5 flex-none" size={17} stroke={1.7} aria-hidden /> {alert.notes}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2.5">
        <ContactButtons {...entry} userName={actions.user.name} />
        <Assigned entry={entry} {...actions} />
      </div>
    </li>
  );
}
