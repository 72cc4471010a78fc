import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { startStop } from '../pump-control/start-stop.ts';
import { followStop, type StartUndo, startUndos } from './start-undo.ts';

const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;
const ICONS = {
  sending: <IconLoader2 {...icon} />,
  stopping: <IconLoader2 {...icon} />,
  on: <IconCircleCheck {...icon} />,
  unknown: <IconAlertTriangle {...icon} />,
  failed: <IconAlertTriangle {...icon} />,
};

/** R5.12: a start can be undone for ten seconds, on every page. The undo is a stop, so it never asks. */
export function UndoBar() {
  const t = useTranslations('startUndo');
  const undos = useSelector(startUndos);
  return (
    <section
      className="flex flex-col gap-2.5 fixed inset-x-4 bottom-[calc(1rem_+_env(safe-area-inset-bottom))] z-400 items-center pointer-events-none [&[hidden]]:hidden"
      aria-label={t('title')}
      hidden={undos.length === 0}
    >
      {undos.map((undo) => (
        <Undo key={undo.deviceId} undo={undo} />
      ))}
    </section>
  );
}

/** Takes the focus of a keyboard, which would need dozens of steps to the end of the page, and returns it. */
function useKeyboardFocus() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    if (!(opener instanceof HTMLElement) || !opener.matches(':focus-visible')) return undefined;
    button.current?.focus();
    return () => {
      if (document.activeElement === document.body) opener.focus({ preventScroll: true });
    };
  }, []);
  return button;
}

interface StopProps {
  name: string;
  leftS: number | null;
  onStop: () => void;
}

function StopButton({ name, leftS, onStop }: StopProps) {
  const t = useTranslations('startUndo');
  const button = useKeyboardFocus();
  return (
    <button
      ref={button}
      type="button"
      className="flex-none min-h-11 font-bold whitespace-nowrap cursor-pointer rounded-md px-2.5 text-[#5eead4] focus-visible:outline-[#5eead4]"
      onClick={onStop}
    >
      {t('stop')}
      <span className="sr-only"> {name}</span>
      {/* A screen reader would read each second. */}
      {leftS !== null && <span aria-hidden="true">{t('left', { n: leftS })}</span>}
    </button>
  );
}

function Undo({ undo }: { undo: StartUndo }) {
  const t = useTranslations('startUndo');
  const refusalText = useRefusalText();
  const { deviceId, name, state, untilS, error } = undo;
  const leftS = useClock((nowS) => (untilS === undefined ? null : Math.max(0, untilS - nowS)));
  if (leftS === 0) return null;
  const stop = () => followStop(deviceId, name, startStop(deviceId, name, false));
  return (
    <div
      className="flex items-center gap-2.5 w-full text-md font-medium rounded-lg max-w-120 py-1 pr-2 pl-4 bg-[#101a26] shadow-[0_0_0_1px_rgb(255_255_255/14%),0_12px_32px_-8px_rgb(15_23_42/45%)] text-[#f2f6fa] pointer-events-auto forced-colors:border forced-colors:border-[CanvasText] data-[state=failed]:[&_svg]:text-[#f8c765] data-[state=unknown]:[&_svg]:text-[#f8c765]"
      data-state={state}
    >
      {ICONS[state]}
      <span className="min-w-0 flex-1 wrap-anywhere" role="status">
        {state === 'failed' ? t('failed', { name, reason: refusalText(error) }) : t(state, { name })}
      </span>
      {state !== 'stopping' && <StopButton name={name} leftS={leftS} onStop={stop} />}
    </div>
  );
}
