import { IconCheck, IconLogout, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogButtons, dialogTextClass } from '../../../../ui/dialog.tsx';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../../../ui/dropdown.tsx';
import { Hint } from '../../../../ui/hint.tsx';
import { type GalleryEntry, SAMPLE_DEVICE, type Texts } from '../gallery-entry.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** A dialog that changes nothing. */
function DialogSample({
  isSending = false,
  hasSubject = false,
  isAtPhoneBottom = false,
}: {
  isSending?: boolean;
  hasSubject?: boolean;
  isAtPhoneBottom?: boolean;
}) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  // A dialog that is sending cannot be closed, so the sample ends with its first button.
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('top.logout')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('top.logoutTitle')}
          subject={hasSubject ? SAMPLE_DEVICE.name : undefined}
          closeLabel={t('common.close')}
          isSending={isSending}
          isAtPhoneBottom={isAtPhoneBottom}
          onClose={close}
        >
          <p className={dialogTextClass}>{t('top.logoutConfirm')}</p>
          <DialogButtons>
            <Button onClick={close}>{t('common.close')}</Button>
            <Button variant="default" disabled={isSending} onClick={close}>
              {t('common.cancel')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}

const menu = (t: Texts, align: 'start' | 'end') => (
  <Dropdown opener={t('top.account')} width="14rem" align={align}>
    {(close) => (
      <>
        <DropdownLabel>{t('top.account')}</DropdownLabel>
        <DropdownItem icon={<IconUser {...icon} />} mark={<IconCheck {...icon} />} onClick={close}>
          {t('top.profile')}
        </DropdownItem>
        <DropdownLine />
        <DropdownItem icon={<IconLogout {...icon} />} tone="danger" onClick={close}>
          {t('top.logout')}
        </DropdownItem>
      </>
    )}
  </Dropdown>
);

const dialogButtons = (t: Texts) => (
  <DialogButtons>
    <Button>{t('pressure.set')}</Button>
    <Button variant="default">{t('common.cancel')}</Button>
  </DialogButtons>
);

export const overlayEntries: readonly GalleryEntry[] = [
  {
    name: 'Dialog',
    path: 'ui/dialog.tsx',
    states: [
      { code: 'title', render: () => <DialogSample /> },
      { code: 'subject', render: () => <DialogSample hasSubject /> },
      { code: 'isAtPhoneBottom', render: () => <DialogSample isAtPhoneBottom /> },
      { code: 'isSending', render: () => <DialogSample isSending /> },
    ],
  },
  { name: 'DialogButtons', path: 'ui/dialog.tsx', states: [{ code: 'children', render: dialogButtons }] },
  {
    name: 'Dropdown',
    path: 'ui/dropdown.tsx',
    states: [
      { code: 'align="start"', render: (t) => menu(t, 'start') },
      { code: 'align="end"', render: (t) => menu(t, 'end') },
    ],
  },
  {
    name: 'DropdownLabel',
    path: 'ui/dropdown.tsx',
    states: [{ code: 'children', render: (t) => <DropdownLabel>{t('top.account')}</DropdownLabel> }],
  },
  {
    name: 'DropdownItem',
    path: 'ui/dropdown.tsx',
    states: [
      {
        code: 'icon mark',
        render: (t) => (
          <DropdownItem icon={<IconUser {...icon} />} mark={<IconCheck {...icon} />}>
            {t('top.profile')}
          </DropdownItem>
        ),
      },
      {
        code: 'tone="danger"',
        render: (t) => (
          <DropdownItem icon={<IconLogout {...icon} />} tone="danger">
            {t('top.logout')}
          </DropdownItem>
        ),
      },
    ],
  },
  { name: 'DropdownLine', path: 'ui/dropdown.tsx', states: [{ code: '', render: () => <DropdownLine /> }] },
  {
    name: 'Hint',
    path: 'ui/hint.tsx',
    states: (['right', 'below'] as const).map((side) => ({
      code: `side="${side}"`,
      render: (t) => (
        <Hint text={t('nav.overview')} side={side}>
          <Button variant="default">{t('nav.overview')}</Button>
        </Hint>
      ),
    })),
  },
];
