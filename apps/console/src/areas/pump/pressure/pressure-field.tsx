import type { PressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
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
    <span className="flex items-baseline gap-1 justify-center min-w-0">
      <input
        className="tabular-nums tracking-tight min-w-0 py-2 text-ink text-xl font-bold text-right border-b-2 border-transparent [field-sizing:content] pointer-coarse:min-w-11 aria-[invalid=true]:text-stop-ink aria-disabled:text-dim! aria-disabled:opacity-100 hover:[&:not([aria-disabled='true'])]:border-line-strong"
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
      <span className="text-dim text-md font-regular" aria-hidden="true">
        {BAR}
      </span>
    </span>
  );
}
