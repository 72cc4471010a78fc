import { IconSearch } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { KEY_NAMES } from '../../../lib/keys/single-keys.ts';
import { type ActiveOption, useActiveOption } from '../../../lib/keys/use-active-option.ts';
import { Marked } from '../../../lib/texts/marked.tsx';
import { searchWords } from '../../../lib/texts/search-text.ts';
import { Modal } from '../../../ui/dialog.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { findGroups, type PaletteGroup, type PaletteItem } from './find-items.ts';

interface Props {
  wanted: string;
  onSearch: (wanted: string) => void;
  groups: readonly PaletteGroup[];
  /** Some results are still being loaded. */
  isLoading: boolean;
  /** Some results could not be loaded. */
  hasFailed: boolean;
  onOpen: (href: string, isNewTab: boolean) => void;
  onClose: () => void;
}

/** The command palette: finds devices, pages, people and help, and opens them. It never commands a pump. */
export function Palette({ wanted, onSearch, groups, isLoading, hasFailed, onOpen, onClose }: Props) {
  const t = useTranslations('palette');
  const listId = useId();
  const found = useMemo(() => findGroups(groups, wanted), [groups, wanted]);
  const items = found.flatMap((group) => group.items);
  const open = (item: PaletteItem | undefined, isNewTab: boolean) => item && onOpen(item.href, isNewTab);
  const option = useActiveOption(items.length, (index, isNewTab) => open(items[index], isNewTab));
  const isEmpty = items.length === 0 && !isLoading;
  return (
    <Modal
      onClose={onClose}
      label={t('title')}
      className="place-items-start justify-items-center py-[10dvh] sm:[&>*]:max-w-160"
    >
      <div className="flex items-center gap-3 text-dim pr-4 pl-5 border-b border-line min-h-15">
        <IconSearch size={20} stroke={1.8} aria-hidden="true" />
        <input
          className="flex-1 min-w-0 text-ink text-xl outline-none"
          data-autofocus
          type="text"
          role="combobox"
          aria-label={t('search')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={items[option.active] && option.optionId(option.active)}
          aria-autocomplete="list"
          placeholder={t('search')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={wanted}
          onKeyDown={option.onKeyDown}
          onChange={(event) => {
            onSearch(event.currentTarget.value);
            option.setActive(0);
          }}
        />
        <button
          type="button"
          className="px-2 py-0.5 border border-line-strong rounded-sm bg-inset text-dim text-xs font-semibold min-h-7 cursor-pointer"
          onClick={onClose}
        >
          {KEY_NAMES.escape} <span className="sr-only">{t('close')}</span>
        </button>
      </div>
      <p className="sr-only" role="status">
        {isLoading ? t('loading') : t('found', { count: items.length })}
      </p>
      <div
        id={listId}
        className="overflow-y-auto px-2 pb-2 max-h-[min(31rem,60dvh)] overscroll-contain"
        role="listbox"
        aria-label={t('title')}
      >
        {found.map((group) => (
          <OptionGroup
            key={group.id}
            group={group}
            items={items}
            option={option}
            wanted={wanted}
            onOpen={open}
          />
        ))}
      </div>
      {isEmpty && <p className="text-md text-dim px-5 py-4">{t('nothing')}</p>}
      {hasFailed && <p className="text-md text-dim px-5 py-4">{t('failed')}</p>}
      <Foot />
    </Modal>
  );
}

function Foot() {
  const t = useTranslations('palette');
  return (
    <p className="flex flex-wrap justify-between text-sm text-dim border-t border-line gap-y-1 gap-x-4 px-5 py-3">
      <span className="pointer-coarse:hidden" aria-hidden="true">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('move')} <Kbd>{KEY_NAMES.enter}</Kbd> {t('open')}{' '}
        <Kbd>{KEY_NAMES.control}</Kbd> <Kbd>{KEY_NAMES.enter}</Kbd> {t('newTab')}
      </span>
      <span>{t('noCommands')}</span>
    </p>
  );
}

interface GroupProps {
  group: PaletteGroup;
  items: readonly PaletteItem[];
  option: ActiveOption;
  wanted: string;
  onOpen: (item: PaletteItem, isNewTab: boolean) => void;
}

function OptionGroup({ group, items, option, wanted, onOpen }: GroupProps) {
  const words = searchWords(wanted);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset.
    <div role="group" aria-label={group.title}>
      <p className="text-sm font-semibold text-dim px-3 pt-3 pb-1" aria-hidden="true">
        {group.title}
      </p>
      {group.items.map((item) => {
        const index = items.indexOf(item);
        return (
          <button
            key={item.id}
            id={option.optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === option.active}
            className="flex items-center gap-3 text-ink w-full rounded-md cursor-pointer px-3 py-1 min-h-12.5 text-left aria-selected:bg-inset aria-selected:inset-ring aria-selected:inset-ring-line-strong"
            // Keeps the focus in the search field.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => option.setActive(index)}
            onClick={(event) => onOpen(item, event.ctrlKey || event.metaKey)}
          >
            <span
              className="grid place-items-center flex-none rounded-full size-8 bg-tone-soft text-[var(--tone-ink,var(--dim))] [&_svg]:size-4.5"
              aria-hidden="true"
            >
              {item.icon()}
            </span>
            <span className="grid min-w-0 flex-1">
              <span className="text-md wrap-anywhere leading-tight">
                <Marked text={item.title} words={words} />
              </span>
              {item.detail && <span className="text-sm text-dim wrap-anywhere">{item.detail()}</span>}
            </span>
            {item.keys && <Kbd>{item.keys}</Kbd>}
          </button>
        );
      })}
    </div>
  );
}
