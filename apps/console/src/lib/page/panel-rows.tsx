import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/button.tsx';

interface LeadProps {
  /** What the rows are for. */
  text: string;
  add: string;
  onAdd: () => void;
  /** Why nothing can be added. */
  refusal?: string | null;
}

/** Above the rows of a panel: what they are for, and the button that adds one. */
export function PanelLead({ text, add, onAdd, refusal = null }: LeadProps) {
  const reasonId = useId();
  return (
    <>
      <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 [&+[role='status']]:mt-4 [&+[role='alert']]:mt-4">
        <p className="text-dim text-md flex-[1_1_14rem]">{text}</p>
        <Button
          size="sm"
          variant="default"
          icon={<IconPlus size={16} stroke={1.8} aria-hidden />}
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : reasonId}
          onClick={onAdd}
        >
          {add}
        </Button>
      </div>
      {refusal !== null && (
        <p id={reasonId} className="text-md mt-2.5 mb-4">
          {refusal}
        </p>
      )}
    </>
  );
}

interface RowProps {
  icon: ReactNode;
  name: string;
  /** Beside the name. */
  mark?: string | undefined;
  children: ReactNode;
  tools: ReactNode;
}

const PanelIcon = ({ children }: { children: ReactNode }) => (
  <span
    className="grid size-9 place-items-center rounded-md border border-line bg-inset text-dim"
    aria-hidden
  >
    {children}
  </span>
);

export const PanelList = ({ children }: { children: ReactNode }) => (
  <ul className="-mx-5 mt-4 -mb-2 empty:hidden max-sm:-mx-4">{children}</ul>
);

/** A row of a panel: an icon, the name with lines below it, and buttons. */
export const PanelRow = ({ icon, name, mark, children, tools }: RowProps) => (
  <li className="grid items-center border-t border-line gap-y-2 gap-x-3 px-5 py-3 grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-cols-[auto_minmax(0,1fr)] max-sm:px-4 [&_[data-failed]]:text-stop-ink">
    <PanelIcon>{icon}</PanelIcon>
    <span className="grid gap-0.5 text-sm text-dim wrap-anywhere">
      <strong className="text-md font-semibold text-ink">
        {name}
        {mark !== undefined && (
          <small className="text-xs text-dim rounded-lg border border-line-strong inline-block px-2 py-0.5 font-regular ml-2">
            {mark}
          </small>
        )}
      </strong>
      {children}
    </span>
    <span className="flex flex-wrap items-center justify-end gap-2 max-md:col-start-2 max-md:justify-self-start">
      {tools}
    </span>
  </li>
);

interface ToolProps {
  /** With the name of the row, for screen readers. */
  label: string;
  text: string;
  onClick: () => void;
}

export const RowTool = ({ label, text, onClick }: ToolProps) => (
  <Button variant="default" size="tool" aria-label={label} onClick={onClick}>
    {text}
  </Button>
);
