import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { type Preset, presets, setAccent, useAccent } from '../../ui/theme/accent.ts';
import { COLOUR_SCHEMES, setColourScheme, useColourScheme } from '../../ui/theme/colour-scheme.ts';
import { savePreference } from '../account-preferences.ts';

function SchemeChoice() {
  const t = useTranslations('top');
  const colourScheme = useColourScheme();
  return (
    <>
      <p className="text-md font-semibold">{t('scheme')}</p>
      <div className="grid gap-0.5 p-0.5 rounded-md grid-cols-[repeat(3,auto)] mt-2 mb-4 bg-bg">
        {COLOUR_SCHEMES.map((scheme) => (
          <button
            key={scheme}
            type="button"
            className="px-2 rounded-md text-dim text-md font-medium cursor-pointer min-h-9 aria-pressed:bg-card aria-pressed:text-ink aria-pressed:shadow-thumb dark:aria-pressed:bg-faint"
            aria-pressed={scheme === colourScheme}
            onClick={() => setColourScheme(scheme)}
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
      className="grid place-items-center size-8 rounded-full cursor-pointer text-white aria-pressed:shadow-[0_0_0_2px_var(--card),0_0_0_4px_var(--dim)]"
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
    <div className="grid gap-2 grid-cols-6 mt-2 mb-3">
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
  return (
    <div className="p-2.5">
      <SchemeChoice />
      <p className="text-md font-semibold">{t('theme')}</p>
      <Swatches />
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-md font-medium text-dim hover:bg-inset">
        <input
          type="color"
          className="size-8 cursor-pointer rounded-full"
          value={accent}
          onChange={(event) => setAccent(event.currentTarget.value)}
          onBlur={() => savePreference({ theme_colour: accent })}
        />
        {t('custom')}…
      </label>
    </div>
  );
}
