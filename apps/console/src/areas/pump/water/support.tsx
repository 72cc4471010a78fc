import { deviceAccessCalls } from '@manoboard/contract/device/device-access.calls';
import { IconMail, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRights } from '../../../device/use-rights.ts';
import { useHistoryDialog } from '../../../lib/forms/use-history-dialog.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import { config } from '../../../lib/page/config.ts';
import { Button } from '../../../ui/button.tsx';
import type { KnownDevice } from '../devices/use-devices.ts';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

interface Props {
  device: KnownDevice;
  /** What is wrong, in a few words. */
  problem: string;
}

/** R4.18: help for an owner: a mail to the operator if the server has its address, else the invitation of a technician. Staff get no button. */
export function Support({ device, problem }: Props) {
  const { relation, canConfigure } = useRights(device.id);
  if (relation !== 'owner' || canConfigure) return null;
  return config.support_email ? (
    <WriteSupport device={device} problem={problem} email={config.support_email} />
  ) : (
    <InviteTechnician deviceId={device.id} />
  );
}

function WriteSupport({ device: { id, name }, problem, email }: Props & { email: string }) {
  const t = useTranslations('water.do');
  const subject = encodeURIComponent(`${name} (${id}): ${problem}`);
  return (
    <Button
      size="touch"
      variant="default"
      icon={<IconMail {...icon} />}
      render={<a href={`mailto:${email}?subject=${subject}`} />}
    >
      {t('support')}
    </Button>
  );
}

/** Only while no technician has the pump; the dialog is that of the menu of the page. */
function InviteTechnician({ deviceId }: { deviceId: string }) {
  const t = useTranslations('water.do');
  const { open } = useHistoryDialog(deviceId);
  const { data } = useQuery({
    ...readQuery(['delegations', deviceId], deviceAccessCalls.delegations, { params: { id_dev: deviceId } }),
    retry: false,
  });
  if (!data || data.some(({ level = 'full' }) => level === 'full')) return null;
  return (
    <Button size="touch" variant="default" icon={<IconUserPlus {...icon} />} onClick={() => open('delegate')}>
      {t('invite')}
    </Button>
  );
}
