import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import list from '../../ui/panel-list.module.css';
import tool from '../../ui/tool-button.module.css';

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
      <div className={list.lead}>
        <p>{text}</p>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          disabled={refusal !== null}
          aria-describedby={refusal === null ? undefined : reasonId}
          onClick={onAdd}
        >
          {add}
        </Button>
      </div>
      {refusal !== null && (
        <p id={reasonId} className={list.refusal}>
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

/** A row of a panel: an icon, the name with lines below it, and buttons. */
export const PanelRow = ({ icon, name, mark, children, tools }: RowProps) => (
  <li className={list.row}>
    <span className={list.icon} aria-hidden>
      {icon}
    </span>
    <span className={list.words}>
      <strong>
        {name}
        {mark !== undefined && <small className={list.mark}>{mark}</small>}
      </strong>
      {children}
    </span>
    <span className={list.tools}>{tools}</span>
  </li>
);

interface ToolProps {
  /** With the name of the row, for screen readers. */
  label: string;
  text: string;
  onClick: () => void;
}

export const RowTool = ({ label, text, onClick }: ToolProps) => (
  <button type="button" className={tool.button} aria-label={label} onClick={onClick}>
    {text}
  </button>
);
