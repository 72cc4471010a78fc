import { Role } from '@manoboard/contract/account/account';
import type { ManagedUser } from '@manoboard/contract/account/staff';
import {
  IconActivity,
  IconChartLine,
  IconDotsVertical,
  IconInfoCircle,
  IconKey,
  IconLogout,
  IconPencil,
  IconShieldOff,
  IconStethoscope,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
  IconUserOff,
  IconUserPlus,
  IconUserShare,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../../ui/dropdown.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { deviceName, fullName, type HeldDevice, type UserDialogName } from './managed-user.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The actions of the spec that are pages of the device; its state is the page without a tool. */
const DEVICE_LINKS = [
  { name: 'state', icon: IconActivity, tool: undefined },
  { name: 'info', icon: IconInfoCircle, tool: 'inverter' },
  { name: 'graphs', icon: IconChartLine, tool: 'graphs' },
  { name: 'diagnostics', icon: IconStethoscope, tool: 'diagnostics' },
  { name: 'write', icon: IconPencil, tool: 'registers' },
] as const;

export interface MenuProps {
  user: ManagedUser;
  isSelf: boolean;
  onOpen: (dialog: UserDialogName, device: HeldDevice | undefined) => void;
}

/** R7.3: the ten actions of the spec, and disabling the account. */
export function UserMenu(props: MenuProps) {
  const t = useTranslations('users');
  const opener = (
    <IconButton look="bar">
      <IconDotsVertical size={20} stroke={1.7} aria-hidden />
      <span className="sr-only">{t('actionsOf', { email: props.user.email })}</span>
    </IconButton>
  );
  return (
    <Dropdown opener={opener} width="17rem">
      {(close) => <Items {...props} close={close} />}
    </Dropdown>
  );
}

const MARGIN_PX = 12;
const TOP_BAR_PX = 72;
/** From this width the panel is beside its button; on a phone it is below the card. */
const BESIDE_PX = 640;

/** Moves the panel of a row at the end of the window up, to the left of its button. */
function keepInWindow(panel: HTMLElement): void {
  const { top, bottom } = panel.getBoundingClientRect();
  const over = bottom + MARGIN_PX - window.innerHeight;
  if (over <= 0) return;
  if (window.innerWidth <= BESIDE_PX) {
    panel.scrollIntoView({ block: 'nearest' });
  } else {
    panel.style.marginTop = `${-Math.min(over, top - TOP_BAR_PX)}px`;
    panel.style.right = '100%';
  }
}

function Items({ user, isSelf, onOpen, close }: MenuProps & { close: () => void }) {
  const t = useTranslations('users');
  const box = useRef<HTMLDivElement>(null);
  const [deviceId, setDeviceId] = useState(user.devices[0]?.id_dev);
  const device = user.devices.find(({ id_dev }) => id_dev === deviceId) ?? user.devices[0];
  useEffect(() => {
    const panel = box.current?.parentElement;
    if (panel) keepInWindow(panel);
  }, []);
  const open = (name: UserDialogName) => {
    close();
    onOpen(name, device);
  };
  return (
    <div ref={box} className="font-normal overflow-y-auto max-h-[calc(100dvh_-_6rem)]">
      <DropdownLabel>
        {[fullName(user), device && deviceName(device)].filter(Boolean).join(' · ')}
      </DropdownLabel>
      {user.devices.length > 1 && (
        <select
          className="text-md text-ink rounded-md bg-card border border-line-strong min-h-10 px-2.5 w-[calc(100%_-_1rem)] mx-2 mb-1.5"
          aria-label={t('chooseDevice')}
          value={device?.id_dev}
          onChange={(event) => setDeviceId(event.currentTarget.value)}
        >
          {user.devices.map((held) => (
            <option key={held.id_dev} value={held.id_dev}>
              {[held.alias?.trim(), held.id_dev].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
      )}
      {device &&
        DEVICE_LINKS.map(({ name, icon: Icon, tool }) => (
          <DropdownItem
            key={name}
            icon={<Icon {...icon} />}
            render={<DeviceLink deviceId={device.id_dev} tool={tool} />}
          >
            {t(`action.${name}`)}
          </DropdownItem>
        ))}
      {!device && <p className="text-sm text-dim px-3 py-2">{t('noDevice')}</p>}
      <DropdownLine />
      <AccessItems user={user} device={device} open={open} />
      <DropdownLine />
      {device && (
        <DropdownItem tone="danger" icon={<IconTrash {...icon} />} onClick={() => open('take')}>
          {t('action.take')}
        </DropdownItem>
      )}
      {isSelf ? (
        <p className="text-sm text-dim px-3 py-2">{t('isSelf')}</p>
      ) : (
        <AccountItems user={user} open={open} />
      )}
    </div>
  );
}

/** Not for the own account. */
function AccountItems({ user, open }: Pick<AccessProps, 'user' | 'open'>) {
  const t = useTranslations('users');
  return (
    <>
      <DropdownItem icon={<IconLogout {...icon} />} onClick={() => open('sessions')}>
        {t('action.sessions')}
      </DropdownItem>
      <DropdownItem icon={<IconShieldOff {...icon} />} onClick={() => open('factor')}>
        {t('action.factor')}
      </DropdownItem>
      <DropdownItem
        icon={user.disabled_at === null ? <IconUserOff {...icon} /> : <IconUserCheck {...icon} />}
        {...(user.disabled_at === null && { tone: 'danger' as const })}
        onClick={() => open('disable')}
      >
        {t(user.disabled_at === null ? 'action.disable' : 'action.enable')}
      </DropdownItem>
    </>
  );
}

const Text = ({ label, hint }: { label: string; hint: string | undefined }) => (
  <span>
    {label}
    {hint && <small className="block text-sm text-dim">{hint}</small>}
  </span>
);

interface AccessProps {
  user: ManagedUser;
  device: HeldDevice | undefined;
  open: (name: UserDialogName) => void;
}

function AccessItems({ user, device, open }: AccessProps) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const end = device?.expires_at ?? null;
  const until =
    end === null
      ? undefined
      : t('users.until', { day: dateTime(new Date(end * 1000), { dateStyle: 'medium' }) });
  return (
    <>
      <DropdownItem icon={<IconKey {...icon} />} onClick={() => open('access')}>
        <Text label={t('users.action.access')} hint={until} />
      </DropdownItem>
      {device && (
        <DropdownItem icon={<IconUserShare {...icon} />} onClick={() => open('delegate')}>
          {t('users.action.delegate')}
        </DropdownItem>
      )}
      {user.permissions.length < Role.options.length && (
        <DropdownItem icon={<IconUserPlus {...icon} />} onClick={() => open('add')}>
          {t('users.action.add')}
        </DropdownItem>
      )}
      {user.permissions.length > 0 && (
        <DropdownItem icon={<IconUserMinus {...icon} />} onClick={() => open('remove')}>
          <Text
            label={t('users.action.remove')}
            hint={user.permissions.map((role) => t(`role.${role}`)).join(', ')}
          />
        </DropdownItem>
      )}
    </>
  );
}
