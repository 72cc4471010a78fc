import type { ManagedUser } from '@manoboard/contract/nouns/staff';
import { IconBan, IconMailQuestion } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslations } from 'use-intl';
import { deviceName, fullName, type HeldDevice } from './managed-user.ts';
import { NotesCell, type NotesDraft } from './notes-cell.tsx';
import { type MenuProps, UserMenu } from './user-menu.tsx';
import classes from './users.module.css';

/** The menu offers all devices of a user. */
const SHOWN_DEVICES = 2;

export interface RowProps extends MenuProps {
  draft: NotesDraft | undefined;
  onDraft: (draft: NotesDraft | undefined) => void;
}

interface Measured {
  index: number;
  measure: Ref<HTMLTableRowElement>;
}

/** R7.3: the columns in the order of the spec. On a narrow page the row is a card with labels. */
export function UserRow({ user, index, measure, draft, onDraft, ...menu }: RowProps & Measured) {
  const t = useTranslations('users.column');
  const shown = user.devices.slice(0, SHOWN_DEVICES);
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-disabled={user.disabled_at !== null || undefined}
    >
      <th scope="row" className={classes.email}>
        {user.email}
        <AccountMarks user={user} />
      </th>
      <td data-label={t('info')}>
        <span className={classes.line}>{fullName(user)}</span>
        {user.phone_number && <small className={classes.line}>{user.phone_number}</small>}
        {user.address && <small className={classes.line}>{user.address}</small>}
      </td>
      <td data-label={t('device')}>
        <DeviceIds user={user} shown={shown} DeviceLink={menu.DeviceLink} />
      </td>
      <td data-label={t('user')} className="num">
        {user.id}
      </td>
      <td data-label={t('fc')} className="num">
        <Lines shown={shown} text={({ fc_id }) => fc_id ?? '–'} />
      </td>
      <td className={classes.action}>
        <UserMenu user={user} {...menu} />
      </td>
      <td data-label={t('notes')} data-wide={draft !== undefined || undefined}>
        <NotesCell user={user} draft={draft} onDraft={onDraft} />
      </td>
      <td data-label={t('permissions')}>
        <Permissions user={user} />
      </td>
      <td data-label={t('alias')}>
        <Lines shown={shown} text={({ alias }) => alias?.trim() || '–'} />
      </td>
    </tr>
  );
}

/** A row whose page is loading, or could not be loaded. */
export function MissingRow({ index, measure, hasFailed }: Measured & { hasFailed: boolean }) {
  const t = useTranslations();
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className={classes.loadingRow}>
      <td colSpan={9}>{t(hasFailed ? 'users.failed' : 'app.loading')}</td>
    </tr>
  );
}

function AccountMarks({ user }: { user: ManagedUser }) {
  const t = useTranslations('users');
  return (
    <>
      {user.disabled_at !== null && (
        <span className={classes.mark} data-tone="off">
          <IconBan size={14} stroke={2} aria-hidden /> {t('filter.disabled')}
        </span>
      )}
      {!user.email_confirmed && (
        <span className={classes.mark}>
          <IconMailQuestion size={14} stroke={2} aria-hidden /> {t('filter.unconfirmed')}
        </span>
      )}
    </>
  );
}

interface DevicesProps extends Pick<MenuProps, 'user' | 'DeviceLink'> {
  shown: readonly HeldDevice[];
}

function DeviceIds({ user, shown, DeviceLink }: DevicesProps) {
  const t = useTranslations('users');
  if (shown.length === 0) return '–';
  const others = user.device_count - shown.length;
  return (
    <>
      {shown.map((device) => (
        <span key={device.id_dev} className={classes.line} title={deviceName(device)}>
          <DeviceLink deviceId={device.id_dev} page="state">
            {device.id_dev}
          </DeviceLink>
        </span>
      ))}
      {others > 0 && <small className={classes.line}>{t('moreDevices', { count: others })}</small>}
    </>
  );
}

function Lines({ shown, text }: { shown: readonly HeldDevice[]; text: (device: HeldDevice) => string }) {
  if (shown.length === 0) return '–';
  return shown.map((device) => (
    <span key={device.id_dev} className={classes.line}>
      {text(device)}
    </span>
  ));
}

function Permissions({ user }: { user: ManagedUser }) {
  const t = useTranslations('role');
  const isOwner = user.devices.some(({ access }) => access === 'owner');
  return (
    <span className={classes.badges}>
      {isOwner && <span className={classes.badge}>{t('owner')}</span>}
      {user.permissions.map((role) => (
        <span key={role} className={classes.badge} data-role>
          {t(role)}
        </span>
      ))}
      {!isOwner && user.permissions.length === 0 && '–'}
    </span>
  );
}
