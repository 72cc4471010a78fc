import type { ManagedUser } from '@manoboard/contract/account/staff';
import { IconBan, IconMailQuestion } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import type { Column } from '../../../ui/table.tsx';
import { deviceName, fullName, type HeldDevice, type UserDialogName } from './managed-user.ts';
import { NotesCell, type NotesDraft } from './notes-cell.tsx';
import { UserMenu } from './user-menu.tsx';

/** The menu offers all devices of a user. */
const SHOWN_DEVICES = 2;
const shownOf = ({ devices }: ManagedUser) => devices.slice(0, SHOWN_DEVICES);

interface Options {
  ownId: number;
  drafts: ReadonlyMap<number, NotesDraft>;
  onDraft: (userId: number, draft: NotesDraft | undefined) => void;
  onOpen: (dialog: UserDialogName, user: ManagedUser, device: HeldDevice | undefined) => void;
}

/** R7.3: the columns in the order of the spec; some are sorted by another field of the user. */
export function useUserColumns({ ownId, drafts, onDraft, onOpen }: Options) {
  const t = useTranslations('users.column');
  return useMemo(
    (): Column<ManagedUser>[] => [
      {
        key: 'email',
        header: t('email'),
        sort: 'email',
        width: '16.5%',
        isRowHead: true,
        phone: 'title',
        className: 'font-semibold wrap-anywhere in-data-disabled:text-dim',
        cell: (user) => (
          <>
            {user.email}
            <AccountMarks user={user} />
          </>
        ),
      },
      { key: 'info', header: t('info'), sort: 'surname', width: '12%', cell: (user) => <Info user={user} /> },
      {
        key: 'device',
        header: t('device'),
        width: '7.2rem',
        cell: (user) => (user.devices.length > 0 ? <DeviceIds user={user} /> : null),
      },
      { key: 'user', header: t('user'), sort: 'created_at', width: '9%', cell: ({ id }) => id },
      { key: 'fc', header: t('fc'), width: '7.2rem', cell: (user) => lines(user, ({ fc_id }) => fc_id) },
      {
        key: 'action',
        header: t('action'),
        width: '4rem',
        phone: 'action',
        cell: (user) => (
          <UserMenu
            user={user}
            isSelf={user.id === ownId}
            onOpen={(dialog, device) => onOpen(dialog, user, device)}
          />
        ),
      },
      {
        key: 'notes',
        header: t('notes'),
        className: 'has-[form]:col-span-full',
        cell: (user) => (
          <NotesCell
            user={user}
            draft={drafts.get(user.id)}
            onDraft={(changed) => onDraft(user.id, changed)}
          />
        ),
      },
      {
        key: 'permissions',
        header: t('permissions'),
        width: '12%',
        cell: (user) => <Permissions user={user} />,
      },
      { key: 'alias', header: t('alias'), width: '12%', cell: (user) => lines(user, ({ alias }) => alias) },
    ],
    [t, ownId, drafts, onDraft, onOpen],
  );
}

function Info({ user }: { user: ManagedUser }) {
  const { phone_number, address } = user;
  return (
    <>
      <span className="block">{fullName(user)}</span>
      {phone_number && <small className="block text-sm text-dim">{phone_number}</small>}
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

function DeviceIds({ user }: { user: ManagedUser }) {
  const t = useTranslations('users');
  const others = user.device_count - shownOf(user).length;
  return (
    <>
      {shownOf(user).map((device) => (
        <span key={device.id_dev} className="block truncate" title={deviceName(device)}>
          <DeviceLink
            deviceId={device.id_dev}
            className="font-medium text-link hover:underline pointer-coarse:inline-block pointer-coarse:py-3 pointer-coarse:-my-3"
          >
            {device.id_dev}
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
