import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { KEY_NAMES } from '../../../lib/keys/single-keys.ts';
import { type ActiveOption, useActiveOption } from '../../../lib/keys/use-active-option.ts';
import { Marked } from '../../../lib/texts/marked.tsx';
import { searchWords } from '../../../lib/texts/search-text.ts';
import { useFocusReturn } from '../../../ui/dialog.tsx';
import { findGroups, type PaletteGroup, type PaletteItem } from './find-items.ts';
import classes from './palette.module.css';

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
  useFocusReturn();
  const found = useMemo(() => findGroups(groups, wanted), [groups, wanted]);
  const items = found.flatMap((group) => group.items);
  const open = (item: PaletteItem | undefined, isNewTab: boolean) => item && onOpen(item.href, isNewTab);
  const option = useActiveOption(items.length, (index, isNewTab) => open(items[index], isNewTab));
  const isEmpty = items.length === 0 && !isLoading;
  return (
    <Modal.Root opened onClose={onClose} size="40rem" yOffset="10dvh">
      <Modal.Overlay backgroundOpacity={0.45} blur={2} />
      <Modal.Content radius="lg" aria-label={t('title')}>
        <div className={classes.search}>
          <IconSearch size={20} stroke={1.8} aria-hidden="true" />
          <input
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
          <button type="button" className={classes.close} onClick={onClose}>
            {KEY_NAMES.escape} <span className="vh">{t('close')}</span>
          </button>
        </div>
        <p className="vh" role="status">
          {isLoading ? t('loading') : t('found', { count: items.length })}
        </p>
        <div id={listId} className={classes.list} role="listbox" aria-label={t('title')}>
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
        {isEmpty && <p className={classes.note}>{t('nothing')}</p>}
        {hasFailed && <p className={classes.note}>{t('failed')}</p>}
        <Foot />
      </Modal.Content>
    </Modal.Root>
  );
}

function Foot() {
  const t = useTranslations('palette');
  return (
    <p className={classes.foot}>
      <span className={`mouse-only ${classes.keys}`} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('move')} <kbd>{KEY_NAMES.enter}</kbd> {t('open')}{' '}
        <kbd>{KEY_NAMES.control}</kbd> <kbd>{KEY_NAMES.enter}</kbd> {t('newTab')}
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
      <p className={classes.groupTitle} aria-hidden="true">
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
            className={classes.option}
            // Keeps the focus in the search field.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => option.setActive(index)}
            onClick={(event) => onOpen(item, event.ctrlKey || event.metaKey)}
          >
            <span className={classes.icon} aria-hidden="true">
              {item.icon()}
            </span>
            <span className="stack shrink grow">
              <span className={classes.name}>
                <Marked text={item.title} words={words} />
              </span>
              {item.detail && <span className="text-sm dim break">{item.detail()}</span>}
            </span>
            {item.keys && <kbd>{item.keys}</kbd>}
          </button>
        );
      })}
    </div>
  );
}
