import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import classes from './pressure-card.module.css';
import { BAR, useBarNumber } from './use-bar.ts';
import type { PressureDraft } from './use-pressure-draft.ts';

interface Props {
  draft: PressureDraft;
  bounds: PressureBounds;
  isDisabled: boolean;
  describedBy: string;
}

const DIRECTIONS: Partial<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** Accepts typing and the arrow keys. Not `type=number`, which accepts no decimal comma. */
export function PressureField({ draft, bounds, isDisabled, describedBy }: Props) {
  const t = useTranslations('pressure');
  const number = useBarNumber();
  const shown = draft.typed ?? (draft.bar === undefined ? '' : number(draft.bar));
  function onKeyDown(event: KeyboardEvent) {
    const direction = DIRECTIONS[event.key];
    if (!direction || isDisabled) return;
    event.preventDefault();
    draft.step(direction);
  }
  return (
    <span className={classes.field}>
      <input
        className={`${classes.input} num`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        role="spinbutton"
        aria-label={t('requiredIn')}
        aria-valuenow={draft.bar}
        aria-valuemin={bounds.min}
        aria-valuemax={bounds.max}
        aria-describedby={describedBy}
        aria-invalid={draft.isNoNumber || (!draft.isAllowed && draft.bar !== undefined)}
        aria-disabled={isDisabled}
        // Not `disabled`, which would lose the focus when sending.
        readOnly={isDisabled}
        size={Math.max(3, shown.length)}
        value={shown}
        placeholder="–"
        onChange={(event) => draft.type(event.currentTarget.value)}
        onBlur={draft.settle}
        onKeyDown={onKeyDown}
      />
      <span className={classes.unit} aria-hidden="true">
        {BAR}
      </span>
    </span>
  );
}
