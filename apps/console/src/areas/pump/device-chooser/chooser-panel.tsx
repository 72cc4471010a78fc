import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ActiveOption, useActiveOption } from '../../../lib/keys/use-active-option.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { DeviceOption } from './device-option.tsx';
import { type ChoosableDevice, findDevices, toSearchable } from './find-devices.ts';

export interface ChooserProps {
  devices: readonly ChoosableDevice[];
  chosenId?: string | undefined;
  /** IDs of previously chosen devices, newest first. */
  recentIds: readonly string[];
  /** The search field takes the focus, since the user opened the panel. */
  hasFocus?: boolean;
  onChoose: (deviceId: string) => void;
}

interface Group {
  title: string;
  devices: ChoosableDevice[];
}

/** Recent devices first; during a search the results first and recent devices below. */
function useGroups({ devices, chosenId, recentIds }: ChooserProps, wanted: string) {
  const t = useTranslations('chooser');
  const searchable = useMemo(() => toSearchable(devices), [devices]);
  const { count, devices: found } = useMemo(() => findDevices(searchable, wanted), [searchable, wanted]);
  const isSearching = wanted.trim() !== '';
  const recent = recentIds.flatMap((id) => devices.filter((device) => device.id === id && id !== chosenId));
  const without = (list: ChoosableDevice[], shown: ChoosableDevice[]) =>
    list.filter((device) => !shown.includes(device));
  const all: Group[] = isSearching
    ? [
        { title: t('found', { count }), devices: found },
        { title: t('recent'), devices: without(recent, found) },
      ]
    : [
        { title: t('recent'), devices: recent },
        { title: t('all'), devices: without(found, recent) },
      ];
  const groups = all.filter((group) => group.devices.length > 0);
  return { groups, count, isLimited: count > found.length, shownCount: found.length };
}

/** R4.15: search and list of the devices; arrow keys and Enter work from the search field. */
export function ChooserPanel(props: ChooserProps) {
  const { devices, chosenId, hasFocus = false, onChoose } = props;
  const t = useTranslations('chooser');
  const listId = useId();
  const [wanted, setWanted] = useState('');
  const { groups, count, isLimited, shownCount } = useGroups(props, wanted);
  const options = groups.flatMap((group) => group.devices);
  const option = useActiveOption(options.length, (index) => {
    const device = options[index];
    if (device) onChoose(device.id);
  });
  const hasOwners = useMemo(() => devices.some(({ owner }) => owner !== null), [devices]);
  return (
    <div className="p-2">
      <SearchField
        label={t('search')}
        hasFocus={hasFocus}
        value={wanted}
        listId={listId}
        activeId={options[option.active] && option.optionId(option.active)}
        onKeyDown={option.onKeyDown}
        onChange={(value) => {
          setWanted(value);
          option.setActive(0);
        }}
      />
      <p className="sr-only" role="status">
        {wanted.trim() !== '' && t('found', { count })}
      </p>
      <div
        id={listId}
        className="max-h-[min(24rem,50vh)] overflow-y-auto overscroll-contain"
        role="listbox"
        aria-label={t('title')}
      >
        {groups.map((group) => (
          <OptionGroup
            key={group.title}
            group={group}
            options={options}
            option={option}
            chosenId={chosenId}
            onChoose={onChoose}
          />
        ))}
      </div>
      {count === 0 && <p className="text-md text-dim p-2.5">{t('nothing')}</p>}
      {isLimited && <p className="text-md text-dim p-2.5">{t('limited', { shown: shownCount, count })}</p>}
      <p className="flex flex-wrap justify-between text-sm text-dim border-t border-line gap-y-1 gap-x-4 px-2.5 pt-2 pb-0.5 mt-1.5">
        <span className="pointer-coarse:hidden" aria-hidden="true">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('move')} <Kbd>↵</Kbd> {t('choose')}
        </span>
        {t(hasOwners ? 'searchesOwner' : 'searches')}
      </p>
    </div>
  );
}

interface GroupProps extends Pick<ChooserProps, 'chosenId' | 'onChoose'> {
  group: Group;
  options: readonly ChoosableDevice[];
  option: ActiveOption;
}

const OptionGroup = ({ group, options, option, chosenId, onChoose }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset.
  <div role="group" aria-label={group.title}>
    <p className="text-sm font-semibold text-dim px-2.5 pt-3 pb-1" aria-hidden="true">
      {group.title}
    </p>
    {group.devices.map((device) => {
      const index = options.indexOf(device);
      return (
        <DeviceOption
          key={device.id}
          id={option.optionId(index)}
          device={device}
          isActive={index === option.active}
          isChosen={device.id === chosenId}
          onPoint={() => option.setActive(index)}
          onChoose={() => onChoose(device.id)}
        />
      );
    })}
  </div>
);

interface FieldProps {
  label: string;
  hasFocus: boolean;
  value: string;
  listId: string;
  activeId: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onChange: (value: string) => void;
}

function SearchField({ label, hasFocus, value, listId, activeId, onKeyDown, onChange }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  return (
    <div className="flex items-center gap-2.5 text-dim rounded-md border border-line-strong min-h-11 px-3 [&_::placeholder]:text-dim [&_::placeholder]:opacity-100 focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1">
      <IconSearch size={18} stroke={1.8} aria-hidden="true" />
      <input
        className="text-ink min-w-0 flex-1 outline-none text-lg"
        ref={input}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
