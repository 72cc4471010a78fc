import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../lib/page/paths.ts';

type Target = (typeof paths)[
  | 'addDevice'
  | 'dashboard'
  | 'notifications'
  | 'installation'
  | 'superSeller'
  | 'seller'
  | 'technician'];

export const LinkButton = ({
  to,
  ...button
}: {
  to: Target;
  leftSection?: ReactNode;
  children: ReactNode;
}) => <Button variant="default" renderRoot={(props) => <Link {...props} to={to} />} {...button} />;

/** R4.1 */
export const AddDeviceButton = () => (
  <LinkButton to={paths.addDevice} leftSection={<IconPlus size={18} stroke={1.7} aria-hidden />}>
    {useTranslations('nav')('addDevice')}
  </LinkButton>
);
