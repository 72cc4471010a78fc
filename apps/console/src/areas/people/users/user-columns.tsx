import type { ManagedUser } from '@manoboard/contract/account/staff';
import { IconBan, IconMailQuestion } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import type { Column } from '../../../ui/table.tsx';
import { deviceName, fullName, type HeldDevice, type UserDialogName } from './managed-user.ts';
import { NotesCell, type NotesDraft } from './notes-cell.tsx';
import { UserMenu } from './user-menu.tsx';

/** The menu offers all devices of a user. */
const SHOWN_DEVICES = 2;
const shownOf = ({ devices }: ManagedUser) => devices.slice(0, SHOWN_DEVICES);

/** Columns besides name and actions. Those of the spec that are not shown at first can be chosen. */
export const COLUMNS = [
  ...(['permissions', 'pumps', 'last_seen', 'phone'] as const),
  ...(['email', 'info', 'device', 'user', 'fc', 'notes', 'alias'] as const),
] as const;
export type UserColumn = (typeof COLUMNS)[number];
export const DEFAULT_COLUMNS: readonly UserColumn[] = ['permissions', 'pumps', 'last_seen', 'phone'];

interface Options {
  shown: readonly UserColumn[];
  ownId: number;
  drafts: ReadonlyMap<number, NotesDraft>;
  onDraft: (userId: number, draft: NotesDraft | undefined) => void;
  onOpen: (dialog: UserDialogName, user: ManagedUser, device: HeldDevice | undefined) => void;
}

/** R7.3: name and actions, and the chosen columns between them; some are sorted by another field of the user. */
export function useUserColumns({ shown, ownId, drafts, onDraft, onOpen }: Options) {
  const t = useTranslations('users.column');
  return useMemo((): Column<ManagedUser>[] => {
    const own: Record<UserColumn, Omit<Column<ManagedUser>, 'key' | 'header'>> = {
      permissions: { width: '13%', cell: (user) => <Permissions user={user} /> },
      pumps: { cell: (user) => (user.devices.length > 0 ? <Pumps user={user} /> : null) },
      last_seen: { width: '9rem', cell: ({ last_seen_at }) => <LastSeen at={last_seen_at} /> },
      phone: { width: '10rem', cell: ({ phone_number }) => phone_number && <Phone number={phone_number} /> },
      email: { width: '16%', sort: 'email', className: 'wrap-anywhere', cell: ({ email }) => email },
      info: { width: '12%', cell: (user) => <Info user={user} /> },
      device: { width: '7.2rem', cell: (user) => lines(user, ({ id_dev }) => id_dev) },
      user: { width: '9%', sort: 'created_at', cell: ({ id }) => id },
      fc: { width: '7.2rem', cell: (user) => lines(user, ({ fc_id }) => fc_id) },
      notes: {
        className: 'has-[form]:col-span-full',
        cell: (user) => (
          <NotesCell
            user={user}
            draft={drafts.get(user.id)}
            onDraft={(changed) => onDraft(user.id, changed)}
          />
        ),
      },
      alias: { width: '12%', cell: (user) => lines(user, ({ alias }) => alias) },
    };
    return [
      {
        key: 'name',
        header: t('name'),
        sort: 'surname',
        width: '22%',
        isRowHead: true,
        phone: 'title',
        className: 'font-semibold wrap-anywhere in-data-disabled:text-dim',
        cell: (user) => (
          <>
            {fullName(user)}
            <small className="block text-sm font-normal text-dim">{user.email}</small>
            <AccountMarks user={user} />
          </>
        ),
      },
      ...shown.map((key) => ({ key, header: t(key), ...own[key] })),
      {
        key: 'action',
        header: t('action'),
        width: '5rem',
        phone: 'action',
        cell: (user) => (
          <UserMenu
            user={user}
            isSelf={user.id === ownId}
            onOpen={(dialog, device) => onOpen(dialog, user, device)}
          />
        ),
      },
    ];
  }, [t, shown, ownId, drafts, onDraft, onOpen]);
}

function LastSeen({ at }: { at: number | null | undefined }) {
  const t = useTranslations('users');
  const { dateTime } = useFormatter();
  const ageText = useAgeText();
  const age = useClock((nowS) => (at ? roundAge(Math.max(0, nowS - at)) : null));
  if (!at || age === null) return <span className="text-dim">{t('notSeen')}</span>;
  return <span title={dateTime(at * 1000, { dateStyle: 'medium', timeStyle: 'short' })}>{ageText(age)}</span>;
}

const Phone = ({ number }: { number: string }) => (
  <a className="text-link hover:underline pointer-coarse:py-3" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
    {number}
  </a>
);

function Info({ user: { phone_number, address } }: { user: ManagedUser }) {
  if (!phone_number && !address) return null;
  return (
    <>
      {phone_number && <span className="block">{phone_number}</span>}
      {address && (
        <small className="block text-sm text-dim" title={address}>
          {address}
        </small>
      )}
    </>
  );
}

function AccountMarks({ user }: { user: ManagedUser }) {
  const t = useTranslations('users');
  const markClass = 'flex items-center gap-1 text-xs font-medium mt-0.5';
  return (
    <>
      {user.disabled_at !== null && (
        <span className={`${markClass} text-stop-ink`}>
          <IconBan size={14} stroke={2} aria-hidden /> {t('filter.disabled')}
        </span>
      )}
      {!user.email_confirmed && (
        <span className={`${markClass} text-dim`}>
          <IconMailQuestion size={14} stroke={2} aria-hidden /> {t('filter.unconfirmed')}
        </span>
      )}
    </>
  );
}

/** R7.3: its pumps by name. */
function Pumps({ user }: { user: ManagedUser }) {
  const t = useTranslations('users');
  const others = user.device_count - shownOf(user).length;
  return (
    <>
      {shownOf(user).map((device) => (
        <span key={device.id_dev} className="block truncate" title={device.id_dev}>
          <DeviceLink
            deviceId={device.id_dev}
            className="font-medium text-link hover:underline pointer-coarse:inline-block pointer-coarse:py-3 pointer-coarse:-my-3"
          >
            {deviceName(device)}
          </DeviceLink>
        </span>
      ))}
      {others > 0 && <small className="block text-sm text-dim">{t('moreDevices', { count: others })}</small>}
    </>
  );
}

/** A line for each shown device. */
const lines = (user: ManagedUser, textOf: (device: HeldDevice) => string | null) =>
  user.devices.length === 0
    ? null
    : shownOf(user).map((device) => {
        const text = textOf(device)?.trim() || '–';
        return (
          <span key={device.id_dev} className="block truncate" title={text}>
            {text}
          </span>
        );
      });

function Permissions({ user }: { user: ManagedUser }) {
  const t = useTranslations('role');
  const isOwner = user.devices.some(({ access }) => access === 'owner');
  return (
    <span className="flex flex-wrap gap-1">
      {isOwner && (
        <span className="text-xs font-semibold text-dim whitespace-nowrap px-2 py-0.5 border border-line-strong rounded-lg data-role:bg-accent-soft data-role:text-accent-ink data-role:border-transparent">
          {t('owner')}
        </span>
      )}
      {user.permissions.map((role) => (
        <span
          key={role}
          className="text-xs font-semibold text-dim whitespace-nowrap px-2 py-0.5 border border-line-strong rounded-lg data-role:bg-accent-soft data-role:text-accent-ink data-role:border-transparent"
          data-role
        >
          {t(role)}
        </span>
      ))}
      {!isOwner && user.permissions.length === 0 && '–'}
    </span>
  );
}
