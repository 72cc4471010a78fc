import type { ManagedUser } from '@manoboard/contract/account/staff';
import { IconBan, IconMailQuestion } from '@tabler/icons-react';
import { memo, type Ref } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { deviceName, fullName, type HeldDevice, type UserDialogName } from './managed-user.ts';
import { NotesCell, type NotesDraft } from './notes-cell.tsx';
import { type MenuProps, UserMenu } from './user-menu.tsx';

/** The menu offers all devices of a user. */
const SHOWN_DEVICES = 2;

interface Measured {
  index: number;
  measure: Ref<HTMLTableRowElement>;
}

interface RowProps extends Measured, Pick<MenuProps, 'user' | 'isSelf'> {
  draft: NotesDraft | undefined;
  onDraft: (userId: number, draft: NotesDraft | undefined) => void;
  onOpen: (dialog: UserDialogName, user: ManagedUser, device: HeldDevice | undefined) => void;
}

/**
 * R7.3: the columns in the order of the spec. On a narrow page the row is a card with labels. Not rendered again while the
 * list scrolls.
 */
export const UserRow = memo(function UserRow({ user, index, measure, draft, ...props }: RowProps) {
  const { isSelf, onDraft, onOpen } = props;
  const t = useTranslations('users.column');
  const shown = user.devices.slice(0, SHOWN_DEVICES);
  const isWithoutDevice = shown.length === 0 || undefined;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-disabled={user.disabled_at !== null || undefined}
    >
      <th
        scope="row"
        className="font-semibold max-xl:in-[tbody]:in-[tr]:col-span-full! max-xl:in-[tbody]:in-[tr]:pr-12! max-xl:in-[tbody]:in-[tr]:text-lg! max-sm:in-[tbody]:in-[tr]:row-start-1 in-[tr[data-disabled]]:text-dim!"
      >
        {user.email}
        <AccountMarks user={user} />
      </th>
      <td data-label={t('info')}>
        <span className="block data-short:truncate">{fullName(user)}</span>
        {user.phone_number && <small className="block data-short:truncate">{user.phone_number}</small>}
        {user.address && (
          <small className="block data-short:truncate" data-short title={user.address}>
            {user.address}
          </small>
        )}
      </td>
      <td data-label={t('device')} data-empty={isWithoutDevice}>
        <DeviceIds user={user} shown={shown} />
      </td>
      <td data-label={t('user')} className="tabular-nums tracking-tight">
        {user.id}
      </td>
      <td data-label={t('fc')} data-empty={isWithoutDevice} className="tabular-nums tracking-tight">
        <Lines shown={shown} text={({ fc_id }) => fc_id ?? '–'} />
      </td>
      <td className="max-xl:in-[tbody]:in-[tr]:right-2 max-xl:in-[tbody]:in-[tr]:absolute! max-xl:in-[tbody]:in-[tr]:top-2! max-sm:in-[tbody]:in-[tr]:[grid-area:1/2] max-sm:in-[tbody]:in-[tr]:justify-self-end max-sm:in-[tbody]:in-[tr]:static!">
        <UserMenu user={user} isSelf={isSelf} onOpen={(dialog, device) => onOpen(dialog, user, device)} />
      </td>
      <td data-label={t('notes')} data-wide={draft !== undefined || undefined}>
        <NotesCell user={user} draft={draft} onDraft={(changed) => onDraft(user.id, changed)} />
      </td>
      <td data-label={t('permissions')}>
        <Permissions user={user} />
      </td>
      <td data-label={t('alias')} data-empty={isWithoutDevice}>
        <Lines shown={shown} text={({ alias }) => alias?.trim() || '–'} />
      </td>
    </tr>
  );
});

/** A row whose page is loading, or could not be loaded. */
export function MissingRow({ index, measure, hasFailed }: Measured & { hasFailed: boolean }) {
  const t = useTranslations();
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className="in-[tbody]:[&_td]:text-dim max-xl:in-[tbody]:[&_td]:col-span-full"
    >
      <td colSpan={9}>{t(hasFailed ? 'users.failed' : 'app.loading')}</td>
    </tr>
  );
}

function AccountMarks({ user }: { user: ManagedUser }) {
  const t = useTranslations('users');
  return (
    <>
      {user.disabled_at !== null && (
        <span
          className="flex items-center gap-1.25 text-xs font-medium text-dim mt-0.5 data-[tone=off]:text-stop-ink"
          data-tone="off"
        >
          <IconBan size={14} stroke={2} aria-hidden /> {t('filter.disabled')}
        </span>
      )}
      {!user.email_confirmed && (
        <span className="flex items-center gap-1.25 text-xs font-medium text-dim mt-0.5 data-[tone=off]:text-stop-ink">
          <IconMailQuestion size={14} stroke={2} aria-hidden /> {t('filter.unconfirmed')}
        </span>
      )}
    </>
  );
}

interface DevicesProps extends Pick<MenuProps, 'user'> {
  shown: readonly HeldDevice[];
}

function DeviceIds({ user, shown }: DevicesProps) {
  const t = useTranslations('users');
  if (shown.length === 0) return '–';
  const others = user.device_count - shown.length;
  return (
    <>
      {shown.map((device) => (
        <span key={device.id_dev} className="block data-short:truncate" data-short title={deviceName(device)}>
          <DeviceLink deviceId={device.id_dev}>{device.id_dev}</DeviceLink>
        </span>
      ))}
      {others > 0 && (
        <small className="block data-short:truncate">{t('moreDevices', { count: others })}</small>
      )}
    </>
  );
}

function Lines({ shown, text }: { shown: readonly HeldDevice[]; text: (device: HeldDevice) => string }) {
  if (shown.length === 0) return '–';
  return shown.map((device) => (
    <span key={device.id_dev} className="block data-short:truncate" data-short title={text(device)}>
      {text(device)}
    </span>
  ));
}

function Permissions({ user }: { user: ManagedUser }) {
  const t = useTranslations('role');
  const isOwner = user.devices.some(({ access }) => access === 'owner');
  return (
    <span className="flex flex-wrap gap-1.25">
      {isOwner && (
        <span className="text-xs font-semibold text-dim whitespace-nowrap px-1.75 py-0.5 border border-line-strong rounded-lg data-role:bg-accent-soft data-role:text-accent-ink data-role:border-transparent">
          {t('owner')}
        </span>
      )}
      {user.permissions.map((role) => (
        <span
          key={role}
          className="text-xs font-semibold text-dim whitespace-nowrap px-1.75 py-0.5 border border-line-strong rounded-lg data-role:bg-accent-soft data-role:text-accent-ink data-role:border-transparent"
          data-role
        >
          {t(role)}
        </span>
      ))}
      {!isOwner && user.permissions.length === 0 && '–'}
    </span>
  );
}
