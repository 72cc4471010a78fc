import type { DeviceAction } from '@manoboard/contract/device/device-access';
import { can } from '@manoboard/domain/access/policy';
import {
  IconDotsVertical,
  IconPencil,
  IconTrash,
  IconUserShare,
  IconUsers,
  IconUserUp,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useHistoryDialog } from '../../../lib/forms/use-history-dialog.ts';
import { type LazyComponent, lazyComponent } from '../../../lib/page/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { narrowOnlyClass, wideOnlyClass } from '../../../ui/by-width.ts';
import { Dropdown, DropdownItem, DropdownLine } from '../../../ui/dropdown.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { DialogProps } from './managed-device.ts';

type Name = 'rename' | 'delegate' | 'people' | 'transfer' | 'remove';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface Item {
  action: DeviceAction;
  icon: typeof IconPencil;
  Dialog: LazyComponent<DialogProps>;
}

/** Each dialog is loaded on demand. */
const items: Record<Name, Item> = {
  rename: {
    action: 'rename',
    icon: IconPencil,
    Dialog: lazyComponent(async () => (await import('./rename-dialog.tsx')).RenameDialog, 'people'),
  },
  delegate: {
    action: 'delegate',
    icon: IconUserShare,
    Dialog: lazyComponent(async () => (await import('./share-dialog.tsx')).ShareDialog, 'people'),
  },
  people: {
    action: 'delegate',
    icon: IconUsers,
    Dialog: lazyComponent(async () => (await import('./people-dialog.tsx')).PeopleDialog, 'people'),
  },
  transfer: {
    action: 'transfer',
    icon: IconUserUp,
    Dialog: lazyComponent(async () => (await import('./transfer-dialog.tsx')).TransferDialog, 'people'),
  },
  remove: {
    action: 'remove',
    icon: IconTrash,
    Dialog: lazyComponent(async () => (await import('./remove-dialog.tsx')).RemoveDialog, 'people'),
  },
};
const names = Object.keys(items) as Name[];

type Props = Omit<DialogProps, 'onClose'> & {
  roles: readonly string[];
  /** Adds items of other areas to the own ones: all of them appear together, so that none moves under a finger. */
  more?: ((close: () => void, own: ReactNode) => ReactNode) | undefined;
  /** Shows the most used item as a button beside the menu where there is room. */
  hasButtons?: boolean;
  /** Buttons of other features, beside the menu. */
  moreButtons?: ReactNode;
};

/** R4.3: removal of the device stays with the owner; everybody else gives up their own access. */
const labelKey = (name: Name, { relation }: DialogProps['device']) =>
  name === 'remove' && relation !== 'owner' ? 'leave' : name;

/** R4.2, R4.3: the actions that the policy permits to this user. */
export function DeviceMenu({ roles, more, hasButtons = false, moreButtons, ...about }: Props) {
  const t = useTranslations('deviceMenu');
  const { device } = about;
  const { opened, open, close } = useHistoryDialog(device.id);
  const offered = names.filter((name) => can(items[name].action, roles, device.relation));
  const openItem = offered.find((name) => name === opened);
  const Dialog = openItem && items[openItem].Dialog;
  if (offered.length === 0 && !more) return null;
  const opener = (
    <IconButton look="framed" label={t('opener', { name: device.name })}>
      <IconDotsVertical size={20} stroke={1.7} aria-hidden />
    </IconButton>
  );
  return (
    <>
      {hasButtons && offered.includes('delegate') && (
        <Button
          variant="default"
          className={wideOnlyClass}
          icon={<IconUserShare {...icon} />}
          onClick={() => open('delegate')}
        >
          {t('delegate')}
        </Button>
      )}
      {moreButtons}
      <Dropdown opener={opener} width="16.5rem">
        {(closeMenu) => {
          const own = (
            <>
              {more && offered.length > 0 && <DropdownLine />}
              {offered.map((name) => {
                const Icon = items[name].icon;
                return (
                  <DropdownItem
                    key={name}
                    icon={<Icon {...icon} />}
                    {...(name === 'remove' && { tone: 'danger' as const })}
                    {...(hasButtons && name === 'delegate' && { className: narrowOnlyClass })}
                    onClick={() => {
                      closeMenu();
                      open(name);
                    }}
                  >
                    {t(labelKey(name, device))}
                  </DropdownItem>
                );
              })}
            </>
          );
          return more ? more(closeMenu, own) : own;
        }}
      </Dropdown>
      {Dialog && <Dialog {...about} onClose={close} />}
    </>
  );
}
