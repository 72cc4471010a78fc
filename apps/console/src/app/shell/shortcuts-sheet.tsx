import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { KEY_NAMES, singleKeys } from '../../lib/keys/single-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Switch } from '../../ui/switch.tsx';
import { KEYS } from './shortcuts.ts';

/** The list of keyboard shortcuts, with a switch for single keys. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const id = useId();
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
      <dl className="mb-5">
        {rows.map(([key, meaning]) => (
          <div className="flex items-center gap-4 justify-between min-h-10 border-b border-line" key={key}>
            <dt>{meaning}</dt>
            <dd>
              <Kbd>{key}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center gap-3">
        <Switch
          position={areOn ? 'on' : 'off'}
          isDisabled={false}
          isStale={false}
          labelledBy={`${id}-label`}
          describedBy={`${id}-hint`}
          onChange={(isOn) => {
            singleKeys.set(isOn);
            setAreOn(isOn);
          }}
        />
        <p className="text-md">
          <span id={`${id}-label`}>{t('shortcuts.single')}</span>
          <small id={`${id}-hint`} className="block text-xs text-dim">
            {t('shortcuts.singleHint')}
          </small>
        </p>
      </div>
    </Dialog>
  );
}
