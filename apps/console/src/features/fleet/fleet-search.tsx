import { TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './fleet.module.css';

const TYPING_MS = 250;
const MOST_CHARACTERS = 100;

interface Props {
  q: string;
  onSearch: (q: string) => void;
  onArrowDown: () => void;
}

/** `/` focuses the search from anywhere on the page, unless another field has the focus. */
function useSlash(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}

export function FleetSearch({ q, onSearch, onArrowDown }: Props) {
  const t = useTranslations('fleet');
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useSlash(input);
  // The search has changed elsewhere, for example by a saved filter.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    clearTimeout(timer.current);
    setText(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string) => {
    clearTimeout(timer.current);
    sent.current = next.trim();
    onSearch(next.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') send(text);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    onArrowDown();
  };
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      value={text}
      maxLength={MOST_CHARACTERS}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => send(value), TYPING_MS);
      }}
      onKeyDown={onKeyDown}
      placeholder={t('searchHint')}
      aria-label={t('searchLabel')}
      aria-keyshortcuts="/"
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
      rightSection={<kbd className={classes.key}>/</kbd>}
    />
  );
}
