import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { Kbd } from './kbd.tsx';

const TYPING_MS = 250;
const MOST_CHARACTERS = 100;

interface Props {
  label: string;
  /** `label` by default. */
  placeholder?: string | undefined;
  /** The current search, for example from the address. */
  value: string;
  onSearch: (text: string) => void;
  onArrowDown?: (() => void) | undefined;
  /** The key that focuses the field; the caller listens for it. */
  shortcut?: string | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Searches after a pause in typing, or at once with Enter. */
export function SearchField({ label, value, onSearch, onArrowDown, shortcut, ...props }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The search has changed elsewhere: Back, a saved filter, or the filters were cleared.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Kept in a ref: the timer must not call the handler of an older render, which holds older filters.
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  const send = (next: string) => {
    clearTimeout(timer.current);
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    search.current(next.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') send(text);
    if (event.key !== 'ArrowDown' || !onArrowDown) return;
    event.preventDefault();
    onArrowDown();
  };
  return (
    <div
      className={`flex items-center gap-2 min-h-9 px-2.5 border border-line-strong bg-card text-dim rounded-field pointer-coarse:min-h-11 focus-within:border-accent ${props.className ?? ''}`}
    >
      <IconSearch className="flex-none" size={18} stroke={1.7} aria-hidden />
      <input
        ref={props.ref}
        className="text-md text-ink min-w-0 flex-1 min-h-[inherit] outline-none pointer-coarse:text-lg [&::-webkit-search-cancel-button]:appearance-none"
        type="search"
        value={text}
        maxLength={MOST_CHARACTERS}
        onChange={({ currentTarget: { value: typed } }) => {
          setText(typed);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(typed), TYPING_MS);
        }}
        onKeyDown={onKeyDown}
        placeholder={props.placeholder ?? label}
        aria-label={label}
        aria-keyshortcuts={shortcut}
      />
      {shortcut && <Kbd className="[@media(pointer:coarse),(max-width:40em)]:hidden">{shortcut}</Kbd>}
    </div>
  );
}
