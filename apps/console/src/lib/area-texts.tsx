import { mergeTexts } from '@manoboard/i18n/merge';
import type { PageMessages } from '@manoboard/i18n/messages';
import type { Locale } from 'use-intl';
import { LazyTexts, type TextFiles, type TextsProps } from './lazy-texts.tsx';
import { createLoader, type Loader } from './loader.ts';

const filesOf = <Texts extends PageMessages>(
  sk: () => Promise<{ default: Texts }>,
  gb: () => Promise<{ default: Texts }>,
): TextFiles<Texts> => ({
  'sk-SK': createLoader(async () => (await sk()).default),
  'en-GB': createLoader(async () => (await gb()).default),
});

/** Texts that several areas share: problems, validation, the palette, the chooser. */
const common = filesOf(
  () => import('@manoboard/i18n/sk/common.json'),
  () => import('@manoboard/i18n/gb/common.json'),
);

/** One locale file each. A page loads the areas it needs, and `common`. */
const areas = {
  access: filesOf(
    () => import('@manoboard/i18n/sk/access.json'),
    () => import('@manoboard/i18n/gb/access.json'),
  ),
  account: filesOf(
    () => import('@manoboard/i18n/sk/account.json'),
    () => import('@manoboard/i18n/gb/account.json'),
  ),
  addDevice: filesOf(
    () => import('@manoboard/i18n/sk/add-device.json'),
    () => import('@manoboard/i18n/gb/add-device.json'),
  ),
  alerts: filesOf(
    () => import('@manoboard/i18n/sk/alerts.json'),
    () => import('@manoboard/i18n/gb/alerts.json'),
  ),
  deviceTools: filesOf(
    () => import('@manoboard/i18n/sk/device-tools.json'),
    () => import('@manoboard/i18n/gb/device-tools.json'),
  ),
  energy: filesOf(
    () => import('@manoboard/i18n/sk/energy.json'),
    () => import('@manoboard/i18n/gb/energy.json'),
  ),
  faults: filesOf(
    () => import('@manoboard/i18n/sk/faults.json'),
    () => import('@manoboard/i18n/gb/faults.json'),
  ),
  firmware: filesOf(
    () => import('@manoboard/i18n/sk/firmware.json'),
    () => import('@manoboard/i18n/gb/firmware.json'),
  ),
  fleet: filesOf(
    () => import('@manoboard/i18n/sk/fleet.json'),
    () => import('@manoboard/i18n/gb/fleet.json'),
  ),
  fleetFirmware: filesOf(
    () => import('@manoboard/i18n/sk/fleet-firmware.json'),
    () => import('@manoboard/i18n/gb/fleet-firmware.json'),
  ),
  graphs: filesOf(
    () => import('@manoboard/i18n/sk/graphs.json'),
    () => import('@manoboard/i18n/gb/graphs.json'),
  ),
  help: filesOf(
    () => import('@manoboard/i18n/sk/help.json'),
    () => import('@manoboard/i18n/gb/help.json'),
  ),
  installation: filesOf(
    () => import('@manoboard/i18n/sk/installation.json'),
    () => import('@manoboard/i18n/gb/installation.json'),
  ),
  users: filesOf(
    () => import('@manoboard/i18n/sk/users.json'),
    () => import('@manoboard/i18n/gb/users.json'),
  ),
};
type Area = keyof typeof areas;

/** Has a value as soon as all its parts have one, so that texts loaded by another page show at once. */
function joinLoaders(parts: readonly Loader<PageMessages>[]): Loader<Record<string, object>> {
  let joined: Record<string, object> | undefined;
  const value = () => {
    const loaded = parts.flatMap((part) => part.value() ?? []);
    if (loaded.length === parts.length)
      joined ??= loaded.reduce<Record<string, object>>((all, texts) => mergeTexts(all, texts), {});
    return joined;
  };
  return {
    value,
    async load() {
      await Promise.all(parts.map((part) => part.load()));
      return value() ?? {};
    },
  };
}

/** A component that loads the texts of these areas for its children. */
export function areaTexts(...names: readonly Area[]) {
  const parts = [common, ...names.map((name) => areas[name])];
  const files: TextFiles = {
    'sk-SK': joinLoaders(parts.map((part) => part['sk-SK'])),
    'en-GB': joinLoaders(parts.map((part) => part['en-GB'])),
  };
  const show = (props: TextsProps) => <LazyTexts files={files} {...props} />;
  return Object.assign(show, {
    preload: (locale: Locale) => void files[locale].load().catch(() => undefined),
  });
}
