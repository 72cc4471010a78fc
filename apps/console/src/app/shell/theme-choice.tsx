import { useMantineColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { type Preset, presets, setAccent, useAccent } from '../../ui/theme/accent.ts';
import { savePreference } from '../account-preferences.ts';
import classes from './top-bar.module.css';

const ColourPicker = lazyComponent(async () => (await import('./colour-picker.tsx')).ColourPicker);
export const SCHEMES = ['light', 'dark', 'auto'] as const;

function SchemeChoice() {
  const t = useTranslations('top');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <p className="flush text-md bold">{t('scheme')}</p>
      <div className={classes.schemes}>
        {SCHEMES.map((scheme) => (
          <button
            key={scheme}
            type="button"
            className={classes.scheme}
            aria-pressed={scheme === colorScheme}
            onClick={() => setColorScheme(scheme)}
          >
            {t(scheme)}
          </button>
        ))}
      </div>
    </>
  );
}

function Swatch({ preset, isChosen }: { preset: Preset; isChosen: boolean }) {
  const t = useTranslations('colour');
  return (
    <button
      type="button"
      className={classes.swatch}
      style={{ background: presets[preset] }}
      title={t(preset)}
      aria-label={t(preset)}
      aria-pressed={isChosen}
      onClick={() => savePreference({ theme_colour: presets[preset] })}
    >
      {isChosen && <IconCheck size={16} stroke={3} />}
    </button>
  );
}

export function Swatches() {
  const accent = useAccent();
  return (
    <div className={classes.swatches}>
      {(Object.keys(presets) as Preset[]).map((preset) => (
        <Swatch key={preset} preset={preset} isChosen={presets[preset] === accent} />
      ))}
    </div>
  );
}

/** Colour scheme and theme colour: one of twelve presets or a custom colour. */
export function ThemeChoice() {
  const t = useTranslations('top');
  const accent = useAccent();
  const [isPickerOpen, setIsPickerOpen] = useState(false);
  return (
    <div className={classes.choice}>
      <SchemeChoice />
      <p className="flush text-md bold">{t('theme')}</p>
      <Swatches />
      {isPickerOpen ? (
        <ColourPicker
          value={accent}
          onChange={setAccent}
          onChangeEnd={(theme_colour) => savePreference({ theme_colour })}
        />
      ) : (
        <button type="button" className={classes.scheme} onClick={() => setIsPickerOpen(true)}>
          {t('custom')}…
        </button>
      )}
    </div>
  );
}
