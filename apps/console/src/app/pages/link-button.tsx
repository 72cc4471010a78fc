import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../lib/page/paths.ts';
import { Button } from '../../ui/button.tsx';

type Target = (typeof paths)[
  | 'addDevice'
  | 'dashboard'
  | 'notifications'
  | 'installation'
  | 'superSeller'
  | 'seller'
  | 'technician'];

export const LinkButton = ({ to, ...button }: { to: Target; icon?: ReactNode; children: ReactNode }) => (
  <Button variant="default" render={<Link to={to} />} {...button} />
);

/** R4.1 */
export const AddDeviceButton = () => (
  <LinkButton to={paths.addDevice} icon={<IconPlus size={18} stroke={1.7} aria-hidden />}>
    {useTranslations('nav')('addDevice')}
  </LinkButton>
);
