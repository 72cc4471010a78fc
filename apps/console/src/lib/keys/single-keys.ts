const CONTROL = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** Names of keys, as they are printed on them. */
export const KEY_NAMES = {
  control: CONTROL,
  palette: `${CONTROL} K`,
  enter: 'Enter',
  escape: 'Esc',
};

const STORED = 'shortcuts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** WCAG 2.1.4: shortcuts of a single key can be turned off. */
export const singleKeys = {
  areOn: () => localStorage.getItem(STORED) !== 'off',
  set: (areOn: boolean) => localStorage.setItem(STORED, areOn ? 'on' : 'off'),
  /** The key of this event, in lower case, unless it belongs to a field, a dialog or a combination. */
  of(event: KeyboardEvent): string | undefined {
    const isCombination = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing;
    if (event.defaultPrevented || isCombination || isTyping(event.target) || isDialogOpen()) return undefined;
    return singleKeys.areOn() ? event.key.toLowerCase() : undefined;
  },
};

export const isDialogOpen = () => document.querySelector('[aria-modal="true"]') !== null;
