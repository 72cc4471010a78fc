import { IconPower } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';

const HOLD_MS = 1000;
/** R5.12: the key that opened the question counts as the first press; the second confirms within this time. */
const SECOND_PRESS_MS = 10_000;

/** A click without a pointer: of a key or of a screen reader. TalkBack reports its clicks with a pressed button. */
const isVirtual = ({ detail, buttons }: MouseEvent) => detail === 0 || buttons === 1;

interface Props {
  isDisabled: boolean;
  onConfirm: () => void;
}

/** R5.12: a pointer holds it for a second, so a touch in passing does nothing; a key or a screen reader presses it. */
export function HoldButton({ isDisabled, onConfirm }: Props) {
  const t = useTranslations('start');
  const keysId = useId();
  const [state, setState] = useState<'idle' | 'holding' | 'tooShort' | 'late'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressedAtMs = useRef(0);
  useEffect(() => {
    pressedAtMs.current = Date.now();
    return () => clearTimeout(timer.current);
  }, []);
  // A hold that has begun ends with the reason for it.
  useEffect(() => {
    if (!isDisabled) return;
    clearTimeout(timer.current);
    setState('idle');
  }, [isDisabled]);

  const hold = ({ button }: PointerEvent) => {
    if (isDisabled || button !== 0) return;
    setState('holding');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setState('idle');
      onConfirm();
    }, HOLD_MS);
  };
  const release = () => {
    clearTimeout(timer.current);
    setState((before) => (before === 'holding' ? 'tooShort' : before));
  };
  const press = (event: MouseEvent) => {
    if (isDisabled || !isVirtual(event)) return;
    const isSecond = Date.now() - pressedAtMs.current < SECOND_PRESS_MS;
    pressedAtMs.current = Date.now();
    if (isSecond) onConfirm();
    else setState('late');
  };
  // A key that is held repeats its click: the press that opened the question must not confirm it.
  const ignoreRepeat = (event: KeyboardEvent) => event.repeat && event.preventDefault();
  const label = { idle: 'hold', tooShort: 'hold', holding: 'holding', late: 'again' } as const;
  return (
    <>
      <button
        type="button"
        className="relative overflow-hidden w-full font-bold rounded-md cursor-pointer min-h-13 bg-accent text-white text-lg touch-none select-none [-webkit-touch-callout:none] forced-colors:border forced-colors:border-[ButtonText] before:absolute before:inset-0 before:bg-[rgb(0_0_0/24%)] before:transform-[scaleX(0)] before:origin-left aria-disabled:cursor-not-allowed aria-disabled:opacity-50 data-holding:before:transform-none data-holding:before:[transition:transform_1s_linear] forced-colors:data-holding:before:bg-[Highlight]"
        data-holding={state === 'holding' || undefined}
        aria-disabled={isDisabled}
        aria-describedby={keysId}
        data-autofocus
        onPointerDown={hold}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={ignoreRepeat}
        onClick={press}
      >
        <span className="relative flex items-center gap-2.5 justify-center">
          <IconPower size={20} stroke={2} aria-hidden />
          {t(label[state])}
        </span>
      </button>
      <p className="text-center text-sm text-wait-ink min-h-5 my-0.5" role="status">
        {state === 'tooShort' || state === 'late' ? t(state) : ''}
      </p>
      <p className="sr-only" id={keysId}>
        {t('keys')}
      </p>
    </>
  );
}
