import { ActionIcon, Popover } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';

const ThemeChoice = lazy(() =>
  import('./theme-choice.tsx').then(({ ThemeChoice }) => ({ default: ThemeChoice })),
);

export function ThemeMenu() {
  const t = useTranslations('top');
  return (
    <Popover width={296} position="bottom-end" shadow="lg" radius="lg" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={t('theme')}>
          <IconPalette size={20} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('theme')}>
        <Suspense>
          <ThemeChoice />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
