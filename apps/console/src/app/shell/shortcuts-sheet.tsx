import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { KEY_NAMES, singleKeys } from '../../lib/keys/single-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { KEYS } from './shortcuts.ts';
import classes from './shortcuts-sheet.module.css';

/** The list of keyboard shortcuts, with a switch for single keys. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const [areOn, setAreOn] = useState(singleKeys.areOn);
  const rows = [
    [KEY_NAMES.palette, t('shortcuts.palette')],
    ...(Object.keys(KEYS) as (keyof typeof KEYS)[]).map((name) => [
      KEYS[name].toUpperCase(),
      t(`shortcuts.${name}`),
    ]),
    ['/', t('help.search')],
  ];
  return (
    <Dialog title={t('shortcuts.title')} closeLabel={t('common.close')} onClose={onClose}>
      <dl className={classes.rows}>
        {rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>{meaning}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('shortcuts.single')}
        description={t('shortcuts.singleHint')}
        checked={areOn}
        onChange={(event) => {
          singleKeys.set(event.currentTarget.checked);
          setAreOn(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}
